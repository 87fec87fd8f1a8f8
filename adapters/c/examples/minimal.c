/*
 * The smallest engine that gets a verdict: all it knows is what time it is. It offers one field and one drive, and is
 * judged on these alone. Start from here, and offer more fields as your engine learns them.
 */

#include "plumbline_engine.h"

#include <stdlib.h>
#include <string.h>

struct plumbline_sim {
  double time;
  double timestep;
};

static const char* message = "";

int32_t plumbline_abi(void) { return PLUMBLINE_ABI; }
const char* plumbline_message(void) { return message; }

const char* plumbline_info(const char* what) {
  if (!strcmp(what, "name")) return "minimal";
  if (!strcmp(what, "version")) return "1";
  if (!strcmp(what, "fields")) return "time";
  return NULL;
}

/* The time step of a document, or MuJoCo's default. */
static double timestep_of(const char* xml) {
  const char* option = strstr(xml, "<option");
  const char* end = option ? strchr(option, '>') : NULL;
  const char* attribute = option ? strstr(option, "timestep=") : NULL;
  return attribute && attribute < end ? strtod(attribute + strlen("timestep=") + 1, NULL) : 0.002;
}

int32_t plumbline_load(const char* xml, int64_t size, plumbline_sim** sim) {
  (void)size;
  if (strstr(xml, "<include") || strstr(xml, "<model")) {
    message = "files are not read";
    return PLUMBLINE_UNSUPPORTED;
  }
  *sim = calloc(1, sizeof **sim);
  (*sim)->timestep = timestep_of(xml);
  return PLUMBLINE_OK;
}

void plumbline_close(plumbline_sim* sim) { free(sim); }

/* The number that a field is; NULL if it is another field. */
static double* find(plumbline_sim* sim, const char* field) {
  if (!strcmp(field, "time")) return &sim->time;
  if (!strcmp(field, "opt.timestep")) return &sim->timestep;
  return NULL;
}

int32_t plumbline_read(plumbline_sim* sim, const char* field, plumbline_array* out) {
  double* number = find(sim, field);
  if (!number) return PLUMBLINE_NO_FIELD;
  *out = (plumbline_array){number, 1, PLUMBLINE_F64, 0};
  return PLUMBLINE_OK;
}

/* Every case writes its whole state; what this engine has no use for is not an error. */
int32_t plumbline_write(plumbline_sim* sim, const char* field, const double* values, int64_t count, int64_t offset) {
  double* number = find(sim, field);
  if (number && count == 1 && offset == 0) *number = values[0];
  return PLUMBLINE_OK;
}

int32_t plumbline_forward(plumbline_sim* sim) {
  (void)sim;
  return PLUMBLINE_OK;
}

int32_t plumbline_step(plumbline_sim* sim) {
  sim->time += sim->timestep;
  return PLUMBLINE_OK;
}

/*
 * MuJoCo's C library as an engine, with all of its fields. It shows how a large engine is connected: fields by name,
 * files of a model, errors that would otherwise end the process.
 *
 * Headers and library are part of the wheel on PyPI; README.md has the commands.
 */

#define _GNU_SOURCE
#include "plumbline_engine.h"

#include <mujoco/mjxmacro.h>
#include <mujoco/mujoco.h>

#include <dlfcn.h>
#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct plumbline_sim {
  mjModel* model;
  mjData* data;
  /* room for fields that are collected or converted */
  double* room;
};

static char message[1024];

/* ------------------------------------------------------------------ errors */

static jmp_buf on_error;
static int can_jump;

/* MuJoCo ends the process if its error handler returns. */
static void handle_error(const char* text) {
  snprintf(message, sizeof message, "%s", text);
  if (can_jump) longjmp(on_error, 1);
}

static void ignore_warning(const char* text) { (void)text; }

/* Runs a statement, after which the simulation may be unusable if MuJoCo failed. */
#define GUARDED(statement)     \
  do {                         \
    message[0] = 0;            \
    if (setjmp(on_error)) {    \
      can_jump = 0;            \
      return PLUMBLINE_ERROR;  \
    }                          \
    can_jump = 1;              \
    statement;                 \
    can_jump = 0;              \
    return PLUMBLINE_OK;       \
  } while (0)

/* ------------------------------------------------------------------ description */

int32_t plumbline_abi(void) { return PLUMBLINE_ABI; }

const char* plumbline_info(const char* what) {
  if (!strcmp(what, "name")) return "mujoco";
  if (!strcmp(what, "version")) return mj_versionString();
  if (!strcmp(what, "build")) return "C library";
  return NULL;
}

const char* plumbline_message(void) { return message; }

/* ------------------------------------------------------------------ loading */

/* Models have a folder of their own, because MuJoCo caches files by their path. */
static char folder[64];

static void open_folder(void) {
  if (folder[0]) return;
  snprintf(folder, sizeof folder, P_tmpdir "/plumbline-XXXXXX");
  if (!mkdtemp(folder)) perror(folder);
}

static void write_file(const char* path, const void* bytes, size_t size) {
  char place[4096];
  snprintf(place, sizeof place, "%s/%s", folder, path);
  for (char* slash = strchr(place + strlen(folder) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    if (mkdir(place, 0700) && errno != EEXIST) perror(place);
    *slash = '/';
  }
  FILE* file = fopen(place, "wb");
  if (!file || fwrite(bytes, 1, size, file) != size) perror(place);
  if (file) fclose(file);
}

static void remove_folder(void) {
  char command[128];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  if (system(command)) perror(folder);
  folder[0] = 0;
}

void plumbline_asset(const char* path, const uint8_t* bytes, int64_t size) {
  open_folder();
  write_file(path, bytes, (size_t)size);
}

/* Removes the path of the folder from an error. */
static void tidy(char* text) {
  char prefix[72];
  snprintf(prefix, sizeof prefix, "%s/", folder);
  for (char* at; (at = strstr(text, prefix));) memmove(at, at + strlen(prefix), strlen(at + strlen(prefix)) + 1);
}

static int32_t load(const char* place, plumbline_sim* sim) {
  GUARDED({
    sim->model = mj_loadXML(place, NULL, message, sizeof message);
    if (sim->model) sim->data = mj_makeData(sim->model);
  });
}

/* Plugins are libraries in a folder beside MuJoCo's own. */
static void load_plugins(void) {
  Dl_info found;
  char place[4096];
  if (!dladdr((void*)mj_version, &found)) return;
  const char* slash = strrchr(found.dli_fname, '/');
  snprintf(place, sizeof place, "%.*s/plugin", slash ? (int)(slash - found.dli_fname) : 1, slash ? found.dli_fname : ".");
  mj_loadAllPluginLibraries(place, NULL);
}

static void start_once(void) {
  static int is_started = 0;
  if (is_started) return;
  is_started = 1;
  mju_user_error = handle_error;
  mju_user_warning = ignore_warning;
  load_plugins();
}

int32_t plumbline_load(const char* xml, int64_t size, plumbline_sim** out) {
  char place[128];
  start_once();
  open_folder();
  write_file("model.xml", xml, (size_t)size);
  snprintf(place, sizeof place, "%s/model.xml", folder);
  plumbline_sim* sim = calloc(1, sizeof *sim);
  int32_t code = load(place, sim);
  tidy(message);
  remove_folder();
  if (code == PLUMBLINE_OK && sim->model) {
    *out = sim;
    return PLUMBLINE_OK;
  }
  free(sim);
  return PLUMBLINE_REJECTED;
}

void plumbline_close(plumbline_sim* sim) {
  mj_deleteData(sim->data);
  mj_deleteModel(sim->model);
  free(sim->room);
  free(sim);
}

/* ------------------------------------------------------------------ fields */

/* A field in MuJoCo's memory. */
typedef struct {
  void* data;
  int64_t count;
  int type;
} Field;

/* Types that the interface does not have; their fields are converted. */
enum { SIZES = -1, OTHER = -2 };

#define TYPE_OF(x) \
  _Generic((x), double: PLUMBLINE_F64, float: PLUMBLINE_F32, int: PLUMBLINE_I32, unsigned char: PLUMBLINE_U8, \
           char: PLUMBLINE_I8, int64_t: SIZES, default: OTHER)

#define IS(field) (!strcmp(name, field))

static int find_option(mjOption* option, const char* name, Field* out) {
#define X(type, field) \
  if (IS(#field)) return *out = (Field){&option->field, 1, TYPE_OF(option->field)}, 1;
  MJOPTION_SCALARS
#undef X
#define X(field, n) \
  if (IS(#field)) return *out = (Field){option->field, n, TYPE_OF(option->field[0])}, 1;
  MJOPTION_VECTORS
#undef X
  return 0;
}

static int find_statistic(mjStatistic* statistic, const char* name, Field* out) {
#define X(type, field, n) \
  if (IS(#field)) return *out = (Field){&statistic->field, n, PLUMBLINE_F64}, 1;
  MJSTATISTIC_FIELDS
#undef X
  return 0;
}

static int find_in_model(mjModel* model, const char* name, Field* out) {
  MJMODEL_POINTERS_PREAMBLE(model)
#define X(field) \
  if (IS(#field)) return *out = (Field){&model->field, 1, TYPE_OF(model->field)}, 1;
  MJMODEL_SIZES
#undef X
#define X(type, field, nr, nc) \
  if (IS(#field)) return *out = (Field){model->field, (int64_t)model->nr * (nc), TYPE_OF(model->field[0])}, 1;
  MJMODEL_POINTERS
#undef X
  return 0;
}

static int find_in_data(const mjModel* model, mjData* data, const char* name, Field* out) {
  MJDATA_POINTERS_PREAMBLE(model)
  (void)nv;
#define X(type, field, nr, nc) \
  if (IS(#field)) return *out = (Field){data->field, (int64_t)model->nr * (nc), TYPE_OF(data->field[0])}, 1;
#undef MJ_M
#define MJ_M(n) model->n
  MJDATA_POINTERS
#undef X
#undef MJ_D
#define MJ_D(n) data->n
#define X(type, field, nr, nc) \
  if (IS(#field)) return *out = (Field){data->field, (int64_t)(nr) * (nc), TYPE_OF(data->field[0])}, 1;
  MJDATA_ARENA_POINTERS_SOLVER
  MJDATA_ARENA_POINTERS_DUAL
  MJDATA_ARENA_POINTERS_ISLAND
#undef X
#undef MJ_D
#define MJ_D(n) n
#undef MJ_M
#define MJ_M(n) n
#define X(type, field) \
  if (IS(#field)) return *out = (Field){&data->field, 1, TYPE_OF(data->field)}, 1;
  MJDATA_SCALAR
#undef X
#define ARRAY(field) \
  if (IS(#field)) return *out = (Field){data->field, sizeof data->field / sizeof *data->field, TYPE_OF(*data->field)}, 1;
  ARRAY(solver_niter)
  ARRAY(solver_nnz)
  ARRAY(solver_fwdinv)
  ARRAY(energy)
#undef ARRAY
  return 0;
}

/* A field by its name. Where both model and data have it, it is a size of the model. */
static int find(plumbline_sim* sim, const char* name, Field* out) {
  if (!strncmp(name, "opt.", 4)) return find_option(&sim->model->opt, name + 4, out);
  if (!strncmp(name, "stat.", 5)) return find_statistic(&sim->model->stat, name + 5, out);
  if (!find_in_model(sim->model, name, out) && !find_in_data(sim->model, sim->data, name, out)) return 0;
  /* what a step did not compute has no memory */
  if (!out->data) out->count = 0;
  return 1;
}

static double* room_for(plumbline_sim* sim, int64_t count) {
  sim->room = realloc(sim->room, sizeof(double) * (size_t)(count + 1));
  return sim->room;
}

/* All contacts end to end, as doubles. */
static int collect_contacts(plumbline_sim* sim, const char* name, plumbline_array* out) {
  const mjData* data = sim->data;
#define COLUMN(field, n)                                                              \
  if (IS(#field)) {                                                                   \
    double* values = room_for(sim, (int64_t)data->ncon * (n));                        \
    for (int i = 0, at = 0; i < data->ncon; i++)                                      \
      for (int j = 0; j < (n); j++) values[at++] = ((&data->contact[i].field)[0])[j]; \
    *out = (plumbline_array){values, (int64_t)data->ncon * (n), PLUMBLINE_F64, 0};    \
    return PLUMBLINE_OK;                                                              \
  }
#define SCALAR(field)                                                              \
  if (IS(#field)) {                                                                \
    double* values = room_for(sim, data->ncon);                                    \
    for (int i = 0; i < data->ncon; i++) values[i] = data->contact[i].field;       \
    *out = (plumbline_array){values, data->ncon, PLUMBLINE_F64, 0};                \
    return PLUMBLINE_OK;                                                           \
  }
  SCALAR(dist)
  COLUMN(pos, 3)
  COLUMN(frame, 9)
  SCALAR(includemargin)
  COLUMN(friction, 5)
  COLUMN(solref, mjNREF)
  COLUMN(solreffriction, mjNREF)
  COLUMN(solimp, mjNIMP)
  SCALAR(mu)
  SCALAR(dim)
  COLUMN(geom, 2)
  COLUMN(flex, 2)
  COLUMN(elem, 2)
  COLUMN(vert, 2)
  SCALAR(exclude)
  SCALAR(efc_address)
#undef COLUMN
#undef SCALAR
  return PLUMBLINE_NO_FIELD;
}

static int count_warnings(plumbline_sim* sim, plumbline_array* out) {
  double* values = room_for(sim, mjNWARNING);
  for (int i = 0; i < mjNWARNING; i++) values[i] = sim->data->warning[i].number;
  *out = (plumbline_array){values, mjNWARNING, PLUMBLINE_F64, 0};
  return PLUMBLINE_OK;
}

int32_t plumbline_read(plumbline_sim* sim, const char* name, plumbline_array* out) {
  Field field;
  if (!strncmp(name, "contact.", 8)) return collect_contacts(sim, name + 8, out);
  if (IS("warning")) return count_warnings(sim, out);
  if (!find(sim, name, &field) || field.type == OTHER) return PLUMBLINE_NO_FIELD;
  if (field.type != SIZES) {
    *out = (plumbline_array){field.data, field.count, field.type, 0};
    return PLUMBLINE_OK;
  }
  double* values = room_for(sim, field.count);
  for (int64_t i = 0; i < field.count; i++) values[i] = (double)((const int64_t*)field.data)[i];
  *out = (plumbline_array){values, field.count, PLUMBLINE_F64, 0};
  return PLUMBLINE_OK;
}

int32_t plumbline_write(plumbline_sim* sim, const char* name, const double* values, int64_t count, int64_t offset) {
  Field field;
  if (!find(sim, name, &field)) return PLUMBLINE_NO_FIELD;
  if (offset < 0 || offset + count > field.count) {
    snprintf(message, sizeof message, "%s has %lld elements", name, (long long)field.count);
    return PLUMBLINE_ERROR;
  }
  for (int64_t i = 0; i < count; i++) {
    switch (field.type) {
      case PLUMBLINE_F64: ((double*)field.data)[offset + i] = values[i]; break;
      case PLUMBLINE_F32: ((float*)field.data)[offset + i] = (float)values[i]; break;
      case PLUMBLINE_I32: ((int*)field.data)[offset + i] = (int)values[i]; break;
      case PLUMBLINE_U8: ((unsigned char*)field.data)[offset + i] = (unsigned char)values[i]; break;
      case PLUMBLINE_I8: ((char*)field.data)[offset + i] = (char)values[i]; break;
      default: return PLUMBLINE_NO_FIELD;
    }
  }
  return PLUMBLINE_OK;
}

/* ------------------------------------------------------------------ dynamics */

int32_t plumbline_reset(plumbline_sim* sim) { GUARDED(mj_resetData(sim->model, sim->data)); }
int32_t plumbline_forward(plumbline_sim* sim) { GUARDED(mj_forward(sim->model, sim->data)); }
int32_t plumbline_step(plumbline_sim* sim) { GUARDED(mj_step(sim->model, sim->data)); }
int32_t plumbline_step1(plumbline_sim* sim) { GUARDED(mj_step1(sim->model, sim->data)); }
int32_t plumbline_step2(plumbline_sim* sim) { GUARDED(mj_step2(sim->model, sim->data)); }
int32_t plumbline_inverse(plumbline_sim* sim) { GUARDED(mj_inverse(sim->model, sim->data)); }

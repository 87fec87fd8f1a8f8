/*
 * The interface between Plumbline and an engine in a shared library:
 *
 *     cc -shared -fPIC -I adapters/c -o libengine.so my_engine.c
 *     deno task conform --engine ./libengine.so
 *
 * The library exports the functions below, and is loaded into a process of its own. Functions that it does not need are
 * left out: only those marked "required" have to be there. All calls come from one thread, one after another.
 *
 * Anything that it prints to stdout or stderr is its log, whose end is shown with a failing case. If it crashes or
 * hangs, the case that it was working on fails, and the next one starts with a new process.
 */

#ifndef PLUMBLINE_ENGINE_H_
#define PLUMBLINE_ENGINE_H_

#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
#define PLUMBLINE_EXPORT __declspec(dllexport)
#else
#define PLUMBLINE_EXPORT __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Version of this interface. */
#define PLUMBLINE_ABI 1

/* A loaded model and one state of it: whatever the engine wants it to be. */
typedef struct plumbline_sim plumbline_sim;

/* What became of a call. */
enum {
  PLUMBLINE_OK = 0,
  /* load: the document is invalid, MuJoCo would reject it too */
  PLUMBLINE_REJECTED = 1,
  /* load: the document may be valid, but needs a feature that this engine does not have */
  PLUMBLINE_UNSUPPORTED = 2,
  /* read, write: the engine does not have the field */
  PLUMBLINE_NO_FIELD = 3,
  /* the engine failed; only the current case fails with it */
  PLUMBLINE_ERROR = 4
};

/* Types of elements. */
enum { PLUMBLINE_F64 = 0, PLUMBLINE_F32 = 1, PLUMBLINE_I32 = 2, PLUMBLINE_U8 = 3, PLUMBLINE_I8 = 4 };

/* The elements of a field. They stay valid until the next call. */
typedef struct {
  const void* data;
  int64_t count;
  int32_t type;
  int32_t reserved;
} plumbline_array;

/* Required: returns PLUMBLINE_ABI. */
PLUMBLINE_EXPORT int32_t plumbline_abi(void);

/*
 * Required: what the engine says about itself; NULL for the default.
 *
 *   "name", "version"   required
 *   "build"             such as a commit; nothing by default
 *   "precision"         "f64" (default) or "f32"
 *   "fields"            the fields that it offers, separated by spaces; every field by default
 *   "drives"            how it can be driven, out of "step forward split inverse"; by default those whose functions
 *                       the library has
 *   "contacts"          "ordered" (default) if contacts come in MuJoCo's order, else "unordered"
 */
PLUMBLINE_EXPORT const char* plumbline_info(const char* what);

/*
 * One of the files that the next model refers to, by the path that the model uses. It is called once for each before
 * plumbline_load; the bytes stay valid until that returns.
 */
PLUMBLINE_EXPORT void plumbline_asset(const char* path, const uint8_t* bytes, int64_t size);

/* Required: compiles a model, an MJCF document of `size` bytes that end in a zero. Returns PLUMBLINE_OK and sets `*sim`,
 * or the reason why not. */
PLUMBLINE_EXPORT int32_t plumbline_load(const char* xml, int64_t size, plumbline_sim** sim);

/* Why the last call did not return PLUMBLINE_OK; an empty text if there is nothing to say. */
PLUMBLINE_EXPORT const char* plumbline_message(void);

/* Releases a simulation. */
PLUMBLINE_EXPORT void plumbline_close(plumbline_sim* sim);

/*
 * Required: the value of a field, by MuJoCo's name: `body_mass`, `nv`, `opt.timestep`, `stat.extent`, `qacc`, `efc_J`,
 * `contact.dist` (all contacts end to end), `warning` (the counts). A number is an array of one element. Arrays may be
 * longer than the part in use.
 */
PLUMBLINE_EXPORT int32_t plumbline_read(plumbline_sim* sim, const char* field, plumbline_array* out);

/* Required: overwrites `count` elements of a field, from `offset` on. */
PLUMBLINE_EXPORT int32_t plumbline_write(plumbline_sim* sim, const char* field, const double* values, int64_t count,
                                         int64_t offset);

/* Resets the data to its initial state. Required for "forward" and "inverse". */
PLUMBLINE_EXPORT int32_t plumbline_reset(plumbline_sim* sim);

/* Required: computes everything at the current state, without integrating. */
PLUMBLINE_EXPORT int32_t plumbline_forward(plumbline_sim* sim);

/* Advances by one time step. */
PLUMBLINE_EXPORT int32_t plumbline_step(plumbline_sim* sim);

/* The two halves of a step: up to where controls are read, and from there on. */
PLUMBLINE_EXPORT int32_t plumbline_step1(plumbline_sim* sim);
PLUMBLINE_EXPORT int32_t plumbline_step2(plumbline_sim* sim);

/* Computes the forces that cause the current `qacc`. */
PLUMBLINE_EXPORT int32_t plumbline_inverse(plumbline_sim* sim);

#ifdef __cplusplus
}
#endif

#endif /* PLUMBLINE_ENGINE_H_ */

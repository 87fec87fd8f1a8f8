/**
 * Environments for reinforcement learning on Plumbline's engine.
 *
 * @module
 */

export { type Random, randomFrom } from "../harness/random.ts";
export { Env, type Info, type Transition } from "./env.ts";
export type { Batch, TaskSource } from "./lane.ts";
export { Box, normal } from "./space.ts";
export type { Task } from "./task.ts";
export { taskOf, TASKS } from "./tasks.ts";
export { VectorEnv, type VectorOptions } from "./vector_env.ts";

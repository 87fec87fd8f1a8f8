/** The program of a thread that compiles meshes. */

import { ownPort } from "../../thread/thread.ts";
import { serveMeshes } from "./serve_meshes.ts";

serveMeshes(ownPort());

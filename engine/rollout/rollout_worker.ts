/** The program of a thread that runs rollouts. */

import { ownPort } from "../thread/thread.ts";
import { serveRollouts } from "./serve_rollouts.ts";

serveRollouts(ownPort());

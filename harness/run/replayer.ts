/** A process that replays cases through any built-in engine. */

import { openEngine } from "../engines/engines.ts";
import { serveCases } from "./serve_cases.ts";

await serveCases(({ engine, base }) => openEngine(engine, base));

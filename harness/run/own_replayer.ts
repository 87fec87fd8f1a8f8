/** A process that replays cases through Plumbline, which is packed into one file (`packed.ts`). */

import { PLUMBLINE } from "../engines/plumbline.ts";
import { serveCases } from "./serve_cases.ts";

await serveCases(() => Promise.resolve(PLUMBLINE));

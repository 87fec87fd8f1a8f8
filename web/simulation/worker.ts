/** The Worker that a simulation runs in. */

import { serve } from "./serve.ts";

serve();

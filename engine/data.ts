/** New data. */

import { ACTUATORS_BYTES } from "./model/actuators_in_place.ts";
import { inPlaceBytes } from "./model/in_place.ts";
import { posesBytes } from "./model/poses_in_place.ts";
import { initPlugins } from "./model/plugins.ts";
import { resetData, setInitialState } from "./reset.ts";
import { DataObjects } from "./named/in_data.ts";
import type { AnyNames } from "./named/literal_names.ts";
import type { DataOthers } from "./types/data.ts";
import { allocateData, dataBlockBytes } from "./types/data_memory.ts";
import type { DataArrays, DataCounts } from "./types/interfaces.ts";
import type { Model } from "./types/model.ts";
import { takeGround } from "./wasm/field_memory.ts";

/**
 * The state of one simulation and everything that a step computes from it.
 *
 * Its arrays are views of one block of memory, which cannot be transferred to another thread, and is copied as a whole
 * when one of them is sent: send a copy of the array (`slice`).
 */
export class Data<Names = AnyNames> extends DataObjects {
  /** Allocates data for `model`, in the state that `resetData` gives. */
  constructor(model: Model<Names>) {
    super();
    const near = model.body_pos.buffer;
    const more = inPlaceBytes(model) + posesBytes(model) + ACTUATORS_BYTES;
    const ground = takeGround(dataBlockBytes(model), more, { near });
    const self = allocateData(model, Data.prototype, ground);
    self.work.ground = ground;
    if (model.nplugin > 0) {
      initPlugins(model, self);
      resetData(model, self);
    } else {
      setInitialState(model, self);
    }
    return self;
  }
}

/** The counts and arrays of the data, and its other members. */
export interface Data<Names = AnyNames> extends DataCounts, DataArrays, DataOthers {}

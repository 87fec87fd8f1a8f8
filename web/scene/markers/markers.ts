/** Things that are not in the world: tendons, contacts, forces, frames, joints, actuators, cameras, lights. */

import * as three from "../three.ts";
import type { Frame, Scenery } from "../../simulation/messages.ts";
import type { Bodies } from "../bodies.ts";
import type { Shared } from "../gl_material.ts";
import type { OptionName, Shown } from "../options.ts";
import { drawActuators, drawSliderCranks } from "./actuators.ts";
import { drawConnections, drawEqualities, drawRangefinders } from "./connections.ts";
import { drawContactForces, drawContactPoints } from "./contacts.ts";
import { drawFrames } from "./frames.ts";
import { type Drawn, Marks } from "./marks.ts";
import { drawCameras, drawCenters, drawInertias, drawJoints, drawLights, drawTendons } from "./objects.ts";
import { drawForces, drawPull, drawSelected } from "./pulls.ts";

/** What each option draws. */
const DRAWERS: Partial<Record<OptionName, (drawn: Drawn) => void>> = {
  tendon: drawTendons,
  contactPoint: drawContactPoints,
  contactForce: drawContactForces,
  joint: drawJoints,
  actuator: drawActuators,
  equality: drawEqualities,
  connect: drawConnections,
  rangefinder: drawRangefinders,
  inertia: drawInertias,
  com: drawCenters,
  camera: drawCameras,
  light: drawLights,
  force: drawForces,
  pull: drawPull,
  selectPoint: drawSelected,
};

/** All markers of a model. */
export class Markers {
  readonly #marks: Marks;
  readonly #solid: Marks;
  readonly group = new three.Group();

  constructor(shared: Shared, private readonly scenery: Scenery, private readonly bodies: Bodies) {
    this.#marks = new Marks(shared);
    this.#solid = new Marks(shared);
    this.group.add(this.#marks.group, this.#solid.group);
  }

  /** What casts no shadows. */
  get decoration(): three.Group {
    return this.#marks.group;
  }

  /** Draws everything that is to be seen. */
  update(frame: Frame, shown: Shown, selected: number): void {
    const { scenery, bodies } = this;
    this.#marks.clear();
    this.#solid.clear();
    const drawn = { marks: this.#marks, solid: this.#solid, frame, scenery, shown, bodies, selected };
    for (const [name, draw] of Object.entries(DRAWERS)) if (shown[name as OptionName]) draw(drawn);
    drawSliderCranks(drawn);
    drawFrames(drawn);
  }

  dispose(): void {
    this.#marks.dispose();
    this.#solid.dispose();
  }
}

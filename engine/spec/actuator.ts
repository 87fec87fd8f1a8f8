/** Actuators, which can become another type. */

import { ACTUATOR_ELEMENT } from "../mjcf/elements/actuator.ts";
import { Call, type Values } from "./call.ts";
import { change, SpecElement } from "./element.ts";
import type {
  ActuatorProperties,
  AdhesionActuator,
  CylinderActuator,
  DamperActuator,
  IntvelocityActuator,
  MuscleActuator,
  PositionActuator,
  VelocityActuator,
} from "./interfaces.ts";

/** An actuator, which shortcuts turn into another type. What they do not say stays as it is. */
export class SpecDrive extends SpecElement {
  /** Makes it a force that is the control. */
  setToMotor(): this {
    return setTo(this, "motor", {});
  }

  /** Makes it a servo for positions. */
  setToPosition(values: Partial<PositionActuator>): this {
    return setTo(this, "position", values);
  }

  /** Makes it a servo for positions that are integrals of the control. */
  setToIntVelocity(values: Partial<IntvelocityActuator>): this {
    return setTo(this, "intvelocity", values);
  }

  /** Makes it a servo for velocities. */
  setToVelocity(values: Partial<VelocityActuator>): this {
    return setTo(this, "velocity", values);
  }

  /** Makes it a damper whose coefficient is the control. */
  setToDamper(values: Partial<DamperActuator>): this {
    return setTo(this, "damper", values);
  }

  /** Makes it a pneumatic or hydraulic cylinder. */
  setToCylinder(values: Partial<CylinderActuator>): this {
    return setTo(this, "cylinder", values);
  }

  /** Makes it a muscle. */
  setToMuscle(values: Partial<MuscleActuator>): this {
    return setTo(this, "muscle", values);
  }

  /** Makes it a force that pulls a body onto what it touches. */
  setToAdhesion(values: Partial<AdhesionActuator>): this {
    return setTo(this, "adhesion", values);
  }
}

/** An actuator; shortcuts such as `position` have become general. */
export type SpecActuator = SpecDrive & ActuatorProperties;

function setTo<T extends SpecDrive>(actuator: T, word: keyof typeof ACTUATOR_ELEMENT, values: object): T {
  change(actuator, new Call(word, values as Values, [], actuator.name), ACTUATOR_ELEMENT[word]);
  return actuator;
}

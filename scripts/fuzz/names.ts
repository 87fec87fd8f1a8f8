/** Shared by the parts of the generator. */

/** Names given so far, by type of element. */
export type Names = Record<
  | "body"
  | "joint"
  | "hinge"
  | "ball"
  | "limited"
  | "geom"
  | "round"
  | "site"
  | "camera"
  | "tendon"
  | "limitedtendon"
  | "actuator"
  | "mesh"
  | "hfield"
  | "material"
  | "texture"
  | "class"
  | "sensor",
  string[]
>;

/** An element as text; attributes without a value are omitted. */
export function element(name: string, attributes: Record<string, string>, content = ""): string {
  const text = Object.entries(attributes).filter(([, value]) => value !== "").map(([key, value]) =>
    ` ${key}="${value}"`
  );
  return content === "" ? `<${name}${text.join("")}/>` : `<${name}${text.join("")}>\n${content}\n</${name}>`;
}

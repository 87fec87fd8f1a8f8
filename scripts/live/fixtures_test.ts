/** Files for tests of `live`, made when they are needed. */

/** Corners of triangles, nine numbers each. */
export type Triangles = readonly (readonly number[])[];

/** A closed surface with bumps: `rings` bands of `2 rings` facets, about 4 `rings`² triangles. */
export function bumpySphere(rings: number, radius: number, phase: number): Triangles {
  const around = 2 * rings;
  const point = (i: number, j: number): number[] => {
    const u = 2 * Math.PI * (j % around) / around;
    const v = Math.PI * i / rings;
    const r = radius * (1 + 0.2 * Math.sin(3 * u + phase) * Math.sin(v) * Math.sin(2 * v + phase));
    return [r * Math.sin(v) * Math.cos(u), 0.8 * r * Math.sin(v) * Math.sin(u), 1.3 * r * Math.cos(v)];
  };
  const out: number[][] = [];
  for (let i = 0; i < rings; i++) {
    for (let j = 0; j < around; j++) {
      const [a, b, c, d] = [point(i, j), point(i + 1, j), point(i + 1, j + 1), point(i, j + 1)];
      if (i < rings - 1) out.push([...a, ...b, ...c]);
      if (i > 0) out.push([...a, ...c, ...d]);
    }
  }
  return out;
}

/** Triangles as a binary STL file. */
export function stl(triangles: Triangles): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * triangles.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, triangles.length, true);
  for (const [i, corners] of triangles.entries()) {
    for (const [k, x] of corners.entries()) view.setFloat32(84 + 50 * i + 12 + 4 * k, x, true);
  }
  return bytes;
}

/** Makes files below a new directory, which `use` may need until it ends. */
export async function withFiles<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  use: (directory: string) => Promise<T>,
): Promise<T> {
  const directory = await Deno.makeTempDir();
  try {
    for (const [path, content] of Object.entries(files)) {
      const full = `${directory}/${path}`;
      await Deno.mkdir(full.slice(0, full.lastIndexOf("/")), { recursive: true });
      if (typeof content === "string") await Deno.writeTextFile(full, content);
      else await Deno.writeFile(full, content);
    }
    return await use(directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

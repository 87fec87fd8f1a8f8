/** File names, joined and simplified as in MuJoCo. */

const SEPARATORS = /[/\\]/;

/** Part of a path that makes it absolute: a leading separator, or a drive or scheme; empty if it is relative. */
function absolutePrefix(path: string): string {
  const first = path.slice(0, 1);
  if (SEPARATORS.test(first)) return first;
  const drive = /:[/\\]/.exec(path);
  return drive ? path.slice(0, drive.index + 2) : "";
}

/** Whether a path is absolute. */
export function isAbsolute(path: string): boolean {
  return absolutePrefix(path) !== "";
}

/** `file` in `dir`, without `.` and `..` where they can be resolved. */
export function joinPath(dir: string, file: string): string {
  if (isAbsolute(file) || dir === "") return reducePath(file);
  return reducePath(SEPARATORS.test(dir[dir.length - 1]) ? dir + file : `${dir}/${file}`);
}

/** A path without `.` and without `name/..`. */
export function reducePath(path: string): string {
  const prefix = absolutePrefix(path);
  const parts = path.slice(prefix.length).split(SEPARATORS);
  const last = parts.pop() ?? "";
  const kept: string[] = [];
  for (const part of parts) {
    if (part === ".." && kept.length > 0 && kept[kept.length - 1] !== "..") kept.pop();
    else if (part !== ".") kept.push(part);
  }
  return prefix + [...kept, last].join("/");
}

/** The way from a directory back to the one in which it is; empty if it is absolute. */
export function wayOut(dir: string): string {
  return isAbsolute(dir)
    ? ""
    : dir.split(SEPARATORS).filter((part) => part !== "" && part !== ".").map(() => "../").join("");
}

/** Directory part of a path, with its separator. */
export function dirName(path: string): string {
  return path.slice(0, path.length - baseName(path).length);
}

/** File part of a path. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** File part of a path without its extension. */
export function stem(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf(".");
  return dot < 0 ? name : name.slice(0, dot);
}

/** Extension of a path in lower case, with its dot. */
export function extension(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot < 0 ? "" : path.slice(dot).toLowerCase();
}

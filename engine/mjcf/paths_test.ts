import assert from "node:assert/strict";
import { baseName, dirName, extension, isAbsolute, joinPath, reducePath, stem, wayOut } from "./paths.ts";

Deno.test("isAbsolute() is true from a root, a drive, or a scheme", () => {
  for (const path of ["/a", "\\a", "/", "C:/a", "C:\\a", "http://x/y", "a:/"]) assert.ok(isAbsolute(path), path);
  for (const path of ["", "a", "a/b", "./a", "../a", "a:b", "C:a/b"]) assert.ok(!isAbsolute(path), path);
});

Deno.test("reducePath() leaves out what leads nowhere, and keeps what it begins with", () => {
  const expected = {
    "a/./b": "a/b",
    "./a": "a",
    "a/../b": "b",
    "a/b/../../c": "c",
    "../a": "../a",
    "../../a": "../../a",
    "a/../../b": "../b",
    "/a/../b": "/b",
    "C:/a/./b": "C:/a/b",
    "C:\\a\\..\\b": "C:\\b",
    "http://a/../b": "http://b",
    "a\\b": "a/b",
    "a/..": "a/..",
    "a/": "a/",
    "": "",
  };
  for (const [path, reduced] of Object.entries(expected)) assert.equal(reducePath(path), reduced, path);
});

Deno.test("joinPath() begins at an absolute file, and otherwise in the directory", () => {
  assert.equal(joinPath("d", "f"), "d/f");
  assert.equal(joinPath("d/", "f"), "d/f");
  assert.equal(joinPath("d\\", "f"), "d/f");
  assert.equal(joinPath("d/e", "../f"), "d/f");
  assert.equal(joinPath("", "./f"), "f");
  assert.equal(joinPath("d", "/f/./g"), "/f/g");
  assert.equal(joinPath("d", "C:/f"), "C:/f");
});

Deno.test("wayOut() leads back from a directory", () => {
  assert.equal(wayOut(""), "");
  assert.equal(wayOut("a"), "../");
  assert.equal(wayOut("a//./b/"), "../../");
  assert.equal(wayOut("/a/b"), "");
});

Deno.test("a path is its directory and its file, which is its stem and what follows the last dot", () => {
  for (
    const [path, dir, file, name, end] of [
      ["a/b.c.STL", "a/", "b.c.STL", "b.c", ".stl"],
      ["a\\b/c", "a\\b/", "c", "c", ""],
      ["a/b\\c.d", "a/b\\", "c.d", "c", ".d"],
      ["f", "", "f", "f", ""],
      ["/.f", "/", ".f", "", ".f"],
      ["a/", "a/", "", "", ""],
    ]
  ) {
    assert.deepEqual([dirName(path), baseName(path), stem(path), extension(path)], [dir, file, name, end], path);
  }
});

/** Files and folders that are dropped on the page, or chosen. */

/** Calls `open` with the files of every drop. */
export function listenToDrops(target: HTMLElement, open: (files: Map<string, Uint8Array>) => void): void {
  target.addEventListener("dragover", (event) => {
    event.preventDefault();
    target.classList.add("dropping");
  });
  target.addEventListener("dragleave", ({ relatedTarget }) => {
    if (relatedTarget === null) target.classList.remove("dropping");
  });
  target.addEventListener("drop", async (event) => {
    event.preventDefault();
    target.classList.remove("dropping");
    // the items are gone after the first wait
    const items = [...event.dataTransfer?.items ?? []].filter(({ kind }) => kind === "file");
    const dropped = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
    const files = new Map<string, Uint8Array>();
    for (const { entry, file } of dropped) {
      if (entry?.isDirectory) await addEntry(entry, files);
      else if (file !== null) files.set(file.name, new Uint8Array(await file.arrayBuffer()));
    }
    if (files.size > 0) open(files);
  });
}

/** The files that a user chose. */
export async function readFiles(list: FileList): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const file of list) files.set(file.webkitRelativePath || file.name, new Uint8Array(await file.arrayBuffer()));
  return files;
}

async function addEntry(entry: FileSystemEntry, files: Map<string, Uint8Array>): Promise<void> {
  const path = entry.fullPath.replace(/^\//, "");
  if (entry.name.startsWith(".")) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    files.set(path, new Uint8Array(await file.arrayBuffer()));
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // a reader gives a hundred entries at a time
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const child of some) await addEntry(child, files);
  }
}

// Keeps the playground for use without a connection. The build fills in the list of files and a name for their version.
const VERSION = "%VERSION%";
const FILES = ["%FILES%"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const others = caches.keys().then((names) => names.filter((name) => name !== VERSION));
  const removed = others.then((names) => Promise.all(names.map((name) => caches.delete(name))));
  event.waitUntil(removed.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const answer = caches.match(event.request, { ignoreSearch: true }).then((found) => found ?? fetch(event.request));
  event.respondWith(answer);
});

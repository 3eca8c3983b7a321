// Keeps the app's own built files, whose names change with their content. Pages, API replies and people's files always
// come from the network: nothing about a conversation is ever stored here.
const shelf = 'prosa-assets-1';
const mostKept = 150;

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== shelf) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== self.location.origin || !address.pathname.startsWith('/assets/')) return;
  event.respondWith(fromShelf(request, event));
});

async function fromShelf(request, event) {
  const cache = await caches.open(shelf);
  const kept = await cache.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok && fresh.type === 'basic') {
    const copy = fresh.clone();
    event.waitUntil(cache.put(request, copy).then(() => makeRoom(cache)));
  }
  return fresh;
}

async function makeRoom(cache) {
  const kept = await cache.keys();
  for (const request of kept.slice(0, Math.max(0, kept.length - mostKept))) await cache.delete(request);
}

// The service worker: opens the page without a connection, and shows push messages. It only reads what the page has kept for
// this (src/lib/offline/). It never handles requests to the API, such as downloads, uploads and streams.
const patienceMs = 8000;
/** Files beside the page whose names stay the same when they change. */
const besidePage = ['/before-paint.js', '/favicon.svg'];

// A new version takes over at once: it shares no state with the old one.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || request.headers.has('range')) return;
  // Links to downloads are navigations, too.
  if (pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(openPage(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(keptOrFetched(request));
  else if (besidePage.includes(pathname)) event.respondWith(fetchedOrKept(request));
});

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json();
  const options = { body, tag, icon: '/icon-192.png', data: { url } };
  event.waitUntil(self.registration.showNotification(title, options));
});

// Always another window: in an open one, there may be unsaved changes or uploads.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data.url));
});

/** The server's page, so that a new version is used at once. Without an answer, the kept one. */
async function openPage(request) {
  const kept = await caches.match('/').catch(() => undefined);
  if (!kept) return fetch(request);
  try {
    const answer = await Promise.race([fetch(request), rejectLater()]);
    // A proxy answers like this when its server is down.
    return answer.status >= 502 && answer.status <= 504 ? kept : answer;
  } catch {
    return kept;
  }
}

function rejectLater() {
  return new Promise((_, reject) => setTimeout(reject, patienceMs, new Error('no answer')));
}

/** Names below /assets/ contain a digest, so a kept file is never out of date. */
async function keptOrFetched(request) {
  return (await findKept(request)) ?? fetch(request);
}

async function fetchedOrKept(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await findKept(request);
    if (kept) return kept;
    throw error;
  }
}

/** Ignores how the file was encoded. If the browser's storage is broken, nothing is kept. */
function findKept(request) {
  return caches.match(request, { ignoreVary: true }).catch(() => undefined);
}

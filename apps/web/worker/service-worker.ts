/**
 * The shop without a network. The worker saves the code of every page, and serves it while there is no
 * network. It ignores calls of the Shop API: the pages themselves save the catalogue and the carts.
 */
declare const self: ServiceWorkerGlobalScope

/** vite.config.ts fills this in: the files of this release, and an id that changes with them. */
declare const RELEASE: { id: string; files: readonly string[] }

const RELEASE_PREFIX = 'nashta-release-'
const PICTURES = 'nashta-pictures'
/** An open page of the last release still needs its files. */
const RELEASES_MAX = 2
/** About four megabytes. */
const PICTURES_MAX = 150
/** A drawing, for a picture that was never seen. */
const STAND_IN = '/images/fallback.svg'
/** Few, so that they do not delay the requests of the page. */
const CONCURRENT_DOWNLOADS = 2

/** The page that opens when a navigation fails. Its address has the requested path after the `#`. */
const OFFLINE_PAGE = '/offline'
/** Paths of the same origin that are not of the storefront. */
const OTHER_APPS =
  /^\/(?:api|desk|dev|identity|identity-pool|user-pool|images|metrics|healthz|readyz)(?:\/|$)/

self.addEventListener('install', (event) => {
  event.waitUntil(saveRelease().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      deleteOldReleases(),
      // Without it, each navigation would wait for the start of this worker.
      self.registration.navigationPreload?.enable(),
      self.clients.claim(),
    ]),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!OTHER_APPS.test(pathname)) event.respondWith(openPage(event))
  } else if (request.destination === 'image') event.respondWith(loadPicture(event))
  else if (isReleaseFile(pathname)) event.respondWith(loadReleaseFile(request))
})

// Safari shows declarative push messages itself. Other browsers leave it to the worker, also for the
// desk, whose pages are in the same scope.
self.addEventListener('push', (event) => {
  if (!event.data) return
  const { title, navigate, ...options } = (event.data.json() as DeclarativePush).notification
  const icon = '/icons/icon-192.png'
  // A later message with the same tag replaces the earlier one, and is announced again.
  const shown = { ...options, icon, renotify: true, data: { navigate } }
  event.waitUntil(self.registration.showNotification(title, shown))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openTarget((event.notification.data as { navigate: string }).navigate))
})

type DeclarativePush = { notification: { title: string; navigate: string; body: string; tag: string } }

async function openTarget(url: string) {
  const pages = await self.clients.matchAll({ type: 'window' })
  const page = pages.find((client) => client.url === url)
  await (page ? page.focus() : self.clients.openWindow(url))
}

/**
 * Saves the files of this release. Files whose name contains a hash never change, so they may be copied
 * from the cache of another release.
 */
async function saveRelease() {
  const cache = await caches.open(RELEASE_PREFIX + RELEASE.id)
  const waiting = [...RELEASE.files]
  async function saveNext(): Promise<void> {
    const file = waiting.shift()
    if (file === undefined) return
    await saveFile(file)
    return saveNext()
  }
  async function saveFile(file: string) {
    const saved = isReleaseFile(file) ? await caches.match(file) : undefined
    await cache.put(file, saved ?? (await download(file)))
  }
  await Promise.all(Array.from({ length: CONCURRENT_DOWNLOADS }, saveNext))
  // React Router writes its manifest after this worker is built, so the list lacks its file. The offline
  // page names it.
  const page = await cache.match(OFFLINE_PAGE).then((response) => response?.text())
  const named = page?.match(/\/assets\/[\w.-]+\.js/g) ?? []
  await Promise.all([...new Set(named)].filter((file) => !RELEASE.files.includes(file)).map(saveFile))
}

async function download(file: string) {
  const response = await fetch(file, { priority: 'low' })
  if (!response.ok) throw new Error(`${file} answered ${response.status}`)
  return response
}

async function deleteOldReleases() {
  const releases = (await caches.keys()).filter((name) => name.startsWith(RELEASE_PREFIX))
  // The oldest cache comes first. After a rollback, the cache of this release may be the oldest.
  const others = releases.filter((name) => name !== RELEASE_PREFIX + RELEASE.id)
  await Promise.all(others.slice(0, -(RELEASES_MAX - 1)).map((name) => caches.delete(name)))
}

let isOfflinePageFresh = false

async function openPage(event: FetchEvent): Promise<Response> {
  try {
    const preloaded = (await event.preloadResponse) as Response | undefined
    const response = preloaded ?? (await fetch(event.request))
    event.waitUntil(refreshOfflinePage())
    return response
  } catch (error) {
    const offlinePage = await caches.match(OFFLINE_PAGE)
    if (!offlinePage) throw error
    const { pathname, search } = new URL(event.request.url)
    return pathname === OFFLINE_PAGE ? offlinePage : Response.redirect(`${OFFLINE_PAGE}#${pathname}${search}`)
  }
}

/** The page contains the shop's record, which an admin may have changed since the release. */
async function refreshOfflinePage() {
  if (isOfflinePageFresh) return
  isOfflinePageFresh = true
  const cache = await caches.open(RELEASE_PREFIX + RELEASE.id)
  await download(OFFLINE_PAGE).then(
    (response) => cache.put(OFFLINE_PAGE, response),
    () => {},
  )
}

function isReleaseFile(pathname: string) {
  return pathname.startsWith('/assets/')
}

async function loadReleaseFile(request: Request) {
  return (await caches.match(request)) ?? fetch(request)
}

/** Fetches the picture, because it may have changed. The saved one is for when there is no network. */
async function loadPicture(event: FetchEvent) {
  try {
    const response = await fetch(event.request)
    if (response.ok) event.waitUntil(savePicture(event.request, response.clone()))
    return response
  } catch (error) {
    const saved = (await caches.match(event.request)) ?? (await caches.match(STAND_IN))
    if (!saved) throw error
    return saved
  }
}

async function savePicture(request: Request, response: Response) {
  const cache = await caches.open(PICTURES)
  await cache.put(request, response)
  const saved = await cache.keys()
  await Promise.all(saved.slice(0, -PICTURES_MAX).map((oldest) => cache.delete(oldest)))
}

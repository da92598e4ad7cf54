import type { RequestListener } from 'node:http'
import { type CountResponse, countResponses } from '@nashta/service-kit/metrics/metrics'
import { createListener, type MountedApp } from '@nashta/service-kit/responses/precomputed'

/** In metrics the app without a prefix has this name; the app of the prefix `/api` is named `api`. */
const NAME_WITHOUT_PREFIX = 'pages'

/** Sends each request to the app whose prefix its path starts with, and the rest to `otherwise`. */
export function dispatch(
  table: readonly [prefix: string, app: MountedApp][],
  otherwise: MountedApp,
  counterOf: (name: string) => CountResponse,
): RequestListener {
  const countedListener = (app: MountedApp, name: string) =>
    countResponses(createListener(app), counterOf(name))
  const listeners = table.map(([prefix, app]) => ({
    prefix,
    listener: countedListener(app, prefix.split('/')[1] ?? NAME_WITHOUT_PREFIX),
  }))
  const otherListener = countedListener(otherwise, NAME_WITHOUT_PREFIX)

  return (request, response) => {
    const url = pathOf(request.url ?? '/')
    request.url = url
    const listener = listeners.find(({ prefix }) => startsWithPath(url, prefix))?.listener ?? otherListener
    listener(request, response)
  }
}

/** The path and query of a request. A client may send `GET http://host/path`, as it does to a proxy. */
function pathOf(url: string) {
  if (url.startsWith('/')) return url
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/'
}

/** `/api`, `/api/x` and `/api?x` are below /api; `/apiary` is not. */
function startsWithPath(url: string, prefix: string) {
  if (!url.startsWith(prefix)) return false
  const next = url[prefix.length]
  return next === undefined || next === '/' || next === '?'
}

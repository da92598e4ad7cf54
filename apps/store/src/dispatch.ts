import type { RequestListener } from 'node:http'
import { countResponses } from '@nashta/service-kit/metrics/metrics'
import type { CountResponse } from '@nashta/service-kit/metrics/metrics'
import { createListener, type MountedApp } from '@nashta/service-kit/responses/precomputed'

/** The metrics name of the app without a prefix; the others are named by the first step of theirs. */
const WITHOUT_PREFIX = 'pages'

/** Sends each request to the app whose prefix its path starts with, and the rest to `otherwise`. */
export function dispatch(
  table: readonly [prefix: string, app: MountedApp][],
  otherwise: MountedApp,
  counterOf: (name: string) => CountResponse,
): RequestListener {
  const counted = (app: MountedApp, name: string) => countResponses(createListener(app), counterOf(name))
  const listeners = table.map(([prefix, app]) => ({
    prefix,
    listener: counted(app, prefix.split('/')[1] ?? WITHOUT_PREFIX),
  }))
  const other = { listener: counted(otherwise, WITHOUT_PREFIX) }

  return (request, response) => {
    const url = originForm(request.url ?? '/')
    request.url = url
    const { listener } = listeners.find(({ prefix }) => startsWithPath(url, prefix)) ?? other
    listener(request, response)
  }
}

/** A client may send an absolute URL, as it does to a proxy. */
function originForm(url: string) {
  if (url.startsWith('/')) return url
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/'
}

/** `/api`, `/api/x` and `/api?x` are below /api; `/apiary` is not. */
function startsWithPath(url: string, prefix: string) {
  if (!url.startsWith(prefix)) return false
  const next = url[prefix.length]
  return next === undefined || next === '/' || next === '?'
}

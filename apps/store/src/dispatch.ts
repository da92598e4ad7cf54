import type { RequestListener } from 'node:http'
import { type CountResponse, countResponses } from '@nashta/service-kit/metrics/metrics'
import { listenerOf, type Part } from '@nashta/service-kit/responses/at-hand'

/** Answers are counted by the first step of their prefix; these have none. */
const REST = 'pages'

/** Sends each request to the part whose prefix its path starts with, and the rest to `otherwise`. */
export function dispatch(
  table: readonly [prefix: string, part: Part][],
  otherwise: Part,
  counterOf: (part: string) => CountResponse,
): RequestListener {
  const counted = (part: Part, name: string) => countResponses(listenerOf(part), counterOf(name))
  const listeners = table.map(([prefix, part]) => ({
    prefix,
    listener: counted(part, prefix.split('/')[1] ?? REST),
  }))
  const other = { listener: counted(otherwise, REST) }

  return (request, response) => {
    const url = originForm(request.url ?? '/')
    request.url = url
    const { listener } = listeners.find(({ prefix }) => startsWithPath(url, prefix)) ?? other
    listener(request, response)
  }
}

/** A client may name the whole address, as it does to a proxy. */
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

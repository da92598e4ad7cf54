import type { RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { newRequestId } from '../http/create-service.ts'
import type { Route, RouteAtHand } from '../http/routes.ts'
import { type Representation, writeRepresentation } from './representation.ts'

/** The answer to a GET of this address, when it is made already and right at this very moment. */
export type AtHand = (url: string) => Representation | undefined

/** A service and what it can answer without looking anything up. */
export type Part = { app: FastifyInstance; atHand?: AtHand | undefined }

/** What is at hand goes straight to the socket; whatever needs work, or a refusal, through the framework. */
export function listenerOf({ app, atHand }: Part): RequestListener {
  const work: RequestListener = (request, response) => app.routing(request, response)
  if (!atHand) return work

  return (request, response) => {
    const { method, url = '' } = request
    const answer = method === 'GET' || method === 'HEAD' ? atHand(url) : undefined
    if (answer) writeRepresentation(request, response, answer, newRequestId())
    else work(request, response)
  }
}

/** An id as it is usually written; encoded ones take the long way, and so does every query. */
const PLAIN_ID = /^[\w-]+$/

/** What the routes have at hand, found by address. */
export function atHandOf(routes: readonly Route[], base: string): AtHand {
  const byAddress = new Map<string, RouteAtHand>()
  const byFolder = new Map<string, RouteAtHand>()
  for (const { endpoint, atHand } of routes) {
    const [folder = '', ...params] = `${base}${endpoint.path}`.split(/:\w+$/)
    if (atHand) (params.length > 0 ? byFolder : byAddress).set(folder, atHand)
  }

  return (url) => {
    const known = byAddress.get(url)
    if (known) return known('')
    const end = url.lastIndexOf('/') + 1
    const offer = byFolder.get(url.slice(0, end))
    if (!offer) return undefined
    const id = url.slice(end)
    return PLAIN_ID.test(id) ? offer(id) : undefined
  }
}

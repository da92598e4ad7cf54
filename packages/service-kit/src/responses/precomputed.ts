import type { RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { newRequestId } from '../http/create-service.ts'
import type { PrecomputedRoute, Route } from '../http/routes.ts'
import { type Representation, writeRepresentation } from './representation.ts'

/** The response to a GET of this URL, if one is cached that is up to date; otherwise undefined. */
export type PrecomputedResponses = (url: string) => Representation | undefined

/** A Fastify app, with the responses that need neither routing nor storage. */
export type MountedApp = { app: FastifyInstance; precomputed?: PrecomputedResponses | undefined }

/** Sends a precomputed response straight to the socket, and every other request through Fastify. */
export function createListener({ app, precomputed }: MountedApp): RequestListener {
  const route: RequestListener = (request, response) => app.routing(request, response)
  if (!precomputed) return route

  return (request, response) => {
    const { method, url = '' } = request
    const representation = method === 'GET' || method === 'HEAD' ? precomputed(url) : undefined
    if (representation) writeRepresentation(request, response, representation, newRequestId())
    else route(request, response)
  }
}

/** Ids with encoded characters, and every query, go through Fastify. */
const PLAIN_ID = /^[\w-]+$/

/** Looks up the precomputed responses of these routes by URL. */
export function precomputedResponses(routes: readonly Route[], base: string): PrecomputedResponses {
  const byUrl = new Map<string, PrecomputedRoute>()
  const byFolder = new Map<string, PrecomputedRoute>()
  for (const { endpoint, precomputed } of routes) {
    const [folder = '', ...params] = `${base}${endpoint.path}`.split(/:\w+$/)
    if (precomputed) (params.length > 0 ? byFolder : byUrl).set(folder, precomputed)
  }

  return (url) => {
    const exact = byUrl.get(url)
    if (exact) return exact('')
    const end = url.lastIndexOf('/') + 1
    const ofFolder = byFolder.get(url.slice(0, end))
    if (!ofFolder) return undefined
    const id = url.slice(end)
    return PLAIN_ID.test(id) ? ofFolder(id) : undefined
  }
}

import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { FindPrecomputed, Route } from '../http/routes.ts'
import { type Representation, writeRepresentation } from './representation.ts'

/** Returns the cached response to a GET of this URL if it is up to date, otherwise undefined. */
export type PrecomputedResponses = (url: string) => Representation | undefined

/** A Fastify app, and those of its responses that are sent without it. */
export type MountedApp = { app: FastifyInstance; precomputed?: PrecomputedResponses | undefined }

/** Sends a precomputed response straight to the socket, and every other request through Fastify. */
export function createListener({ app, precomputed }: MountedApp): RequestListener {
  const route: RequestListener = (request, response) => app.routing(request, response)
  if (!precomputed) return route

  return (request, response) => {
    const { method, url = '' } = request
    const representation = method === 'GET' || method === 'HEAD' ? precomputed(url) : undefined
    if (representation) writeRepresentation(request, response, representation, randomUUID())
    else route(request, response)
  }
}

/** An id that a URL need not encode. All other ids, and URLs with a query, go through Fastify. */
const PLAIN_ID = /^[\w-]+$/
const NO_PARAM = ''

/** Looks up the precomputed responses of these routes by URL. */
export function precomputedResponses(routes: readonly Route[], base: string): PrecomputedResponses {
  const byUrl = new Map<string, FindPrecomputed>()
  const byFolder = new Map<string, FindPrecomputed>()
  for (const { endpoint, precomputed } of routes) {
    if (!precomputed) continue
    const url = base + endpoint.path
    // `/api/products/:id` is looked up by its folder, `/api/products/`.
    const folder = url.replace(/:\w+$/, '')
    if (folder === url) byUrl.set(url, precomputed)
    else byFolder.set(folder, precomputed)
  }

  return (url) => {
    const findByUrl = byUrl.get(url)
    if (findByUrl) return findByUrl(NO_PARAM)
    const folderLength = url.lastIndexOf('/') + 1
    const findById = byFolder.get(url.slice(0, folderLength))
    const id = url.slice(folderLength)
    return findById && PLAIN_ID.test(id) ? findById(id) : undefined
  }
}

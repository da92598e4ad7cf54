import type { Server } from 'node:http'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { ServiceError } from '../service-error.ts'

type KnownPath = { pattern: RegExp; methods: readonly HTTPMethods[] }

/** The paths of each service. All scopes of a service have its server. */
const knownPaths = new WeakMap<Server, KnownPath[]>()

/**
 * Makes `installMethodCheck` respond 405 to all other methods of the URL. A route for each of these methods would take longer
 * to register than the service's own routes.
 */
export function refuseOtherMethods(app: FastifyInstance, url: string, methods: readonly HTTPMethods[]) {
  const paths = knownPaths.get(app.server) ?? []
  knownPaths.set(app.server, paths)
  // Fastify adds HEAD to every GET route.
  paths.push({ pattern: toPattern(url), methods: methods.includes('GET') ? [...methods, 'HEAD'] : methods })
}

/** Looks at requests that no route takes, before their bodies are received. */
export function installMethodCheck(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const [path = ''] = request.url.split('?')
    const allowed = new Set(
      (knownPaths.get(app.server) ?? [])
        .filter(({ pattern }) => pattern.test(path))
        .flatMap(({ methods }) => methods),
    )
    if (allowed.size === 0) return
    const listed = [...allowed].join(', ')
    reply.header('allow', listed)
    throw new ServiceError('METHOD_NOT_ALLOWED', `Only ${listed} is possible here`)
  })
}

/** Only `.`, `*` and parameters such as `:id` differ between a path and its regular expression. */
function toPattern(url: string) {
  const source = url
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/:\w+/g, '[^/]+')
    .replace('*', '.*')
  return new RegExp(`^${source}$`)
}

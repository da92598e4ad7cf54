import type { Endpoint } from '@nashta/contracts/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { en } from 'zod/locales'
import * as z from 'zod/mini'
import type { Authorise, Caller } from './authorise.ts'
import { ServiceError } from './service-error.ts'

z.config(en())

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined

export type Call<E extends Endpoint> = {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  /** Who is asking; nobody on a public route. */
  caller: E['access'] extends 'public' ? null : Caller
  request: FastifyRequest
}

/** Answers what the contract promises, or sends bytes of it that were made before. */
type Handler<E extends Endpoint> = (
  call: Call<E>,
  reply: FastifyReply,
) => Promise<z.input<E['reply']> | FastifyReply> | FastifyReply

export type Route = { endpoint: Endpoint; handle: Handler<Endpoint> }

export function route<E extends Endpoint>(endpoint: E, handle: Handler<E>): Route {
  return { endpoint, handle }
}

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

export type RouteOptions = { base: string; authorise: Authorise }

/** The only way a call is exposed: by its contract, which says who may call. */
export function registerRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  { base, authorise }: RouteOptions,
) {
  for (const { endpoint, handle } of routes) {
    const { method, path, access, status } = endpoint
    app.route({
      method,
      url: base + path,
      // Before the body is read: who may not call learns nothing of what a call needs.
      ...(access !== 'public' && {
        onRequest: async (request: FastifyRequest) => {
          callers.set(request, await authorise(access, request))
        },
      }),
      handler: (request, reply) => handle(parseCall(endpoint, request), reply.code(status)),
    })
  }
  for (const [path, known] of Map.groupBy(routes, ({ endpoint }) => endpoint.path)) {
    refuseOtherMethods(
      app,
      base + path,
      known.map(({ endpoint }) => endpoint.method),
    )
  }
}

const callers = new WeakMap<FastifyRequest, Caller>()

function parseCall(endpoint: Endpoint, request: FastifyRequest): Call<Endpoint> {
  return {
    params: parse(endpoint.params, request.params, 'path'),
    query: parse(endpoint.query, request.query, 'query'),
    body: parse(endpoint.body, request.body, 'body'),
    caller: callers.get(request) ?? null,
    request,
  } as Call<Endpoint>
}

function parse(schema: z.ZodMiniType | undefined, value: unknown, where: string) {
  if (!schema) return undefined
  const result = z.safeParse(schema, value)
  if (result.success) return result.data

  const [issue] = result.error.issues
  const field = [where, ...(issue?.path ?? [])].join('.')
  throw new ServiceError('VALIDATION_FAILED', `${field}: ${issue?.message}`, { cause: result.error })
}

/** 405 for every method an address does not have. */
export function refuseOtherMethods(app: FastifyInstance, url: string, methods: readonly HTTPMethods[]) {
  const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
  app.route({
    method: METHODS.filter((method) => !allowed.includes(method)),
    url,
    handler: (_request, reply) => {
      reply.header('allow', allowed.join(', '))
      throw new ServiceError('METHOD_NOT_ALLOWED', `Only ${allowed.join(', ')} is possible here`)
    },
  })
}

import type { Endpoint } from '@nashta/contracts/api/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { en } from 'zod/locales'
import * as z from 'zod/mini'
import type { Authorise, Caller } from '../auth/authorise.ts'
import type { LimitCalls } from '../limits/limit-calls.ts'
import { isRepresentation, type Representation, sendRepresentation } from '../responses/representation.ts'
import { dataHeaders } from './security-headers.ts'
import { ServiceError } from './service-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

z.config(en())

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined

type Call<E extends Endpoint> = {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  /** Who is asking; nobody on a public route. */
  caller: E['access'] extends 'public' ? null : Caller
  request: FastifyRequest
}

/** What the contract promises, or bytes of it that were made before. */
type Answer<E extends Endpoint> = z.input<E['reply']> | Representation

/** Beside those that every answer has; it replaces none of them. */
export type AddHeader = (name: string, value: string) => void

type Handler<E extends Endpoint> = (call: Call<E>, addHeader: AddHeader) => Promise<Answer<E>>

/** Answers by the address alone, whoever asks. */
export type Read<E extends Endpoint = Endpoint> = (
  call: Pick<Call<E>, 'params' | 'query'>,
) => Promise<Answer<E>>

/** The response, if one is cached that is up to date. `lastParam` is the last path parameter, or empty. */
export type PrecomputedRoute = (lastParam: string) => Representation | undefined

export type Route = {
  endpoint: Endpoint
  handle: Handler<Endpoint>
  /** For those who can be asked without a request, from within the process. */
  read?: Read
  precomputed?: PrecomputedRoute | undefined
}

export function route<E extends Endpoint>(endpoint: E, handle: Handler<E>): Route {
  return { endpoint, handle }
}

export function readRoute<E extends Endpoint & { method: 'GET'; access: 'public' }>(
  endpoint: E,
  read: Read<E>,
  precomputed?: PrecomputedRoute,
): Route {
  return { endpoint, handle: read, read, precomputed } as Route
}

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

export type RouteOptions = { base: string; authorise: Authorise; limitCalls: LimitCalls; https: boolean }

/** The only way a call is exposed: by its contract, which says who may call. */
export function registerRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  { base, authorise, limitCalls, https }: RouteOptions,
) {
  const head = Object.entries({
    ...dataHeaders({ https }),
    'content-type': 'application/json; charset=utf-8',
  }).flat()
  app.decorateRequest('caller', null)
  for (const { endpoint, handle } of routes) {
    const { method, path, access, status } = endpoint
    const limit = limitCalls(endpoint)
    app.route({
      method,
      url: base + path,
      // Before the body is read: who may not call learns nothing of what a call needs.
      ...((limit || access !== 'public') && {
        onRequest: async (request: FastifyRequest) => {
          limit?.(request)
          if (access !== 'public') request.caller = await authorise(access, request)
        },
      }),
      async handler(request, reply) {
        const call = { ...parseCall(endpoint, request), caller: request.caller, request }
        const headers = [...head]
        const answer = await handle(call as Call<Endpoint>, (name, value) => void headers.push(name, value))
        if (isRepresentation(answer)) sendRepresentation(request, reply, answer)
        else sendData(reply, { status, headers, data: answer })
      },
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

type DataAnswer = { status: number; headers: string[]; data: unknown }

/** Straight to Node: the framework would look at each header several times. */
function sendData(reply: FastifyReply, { status, headers, data }: DataAnswer) {
  const json = JSON.stringify(data)
  const length = Buffer.byteLength(json)
  headers.push('content-length', String(length), 'x-request-id', reply.request.id)
  reply.hijack()
  reply.raw.writeHead(status, headers)
  // ASCII is the same bytes in both, and latin1 is quicker to write.
  reply.raw.end(json, length === json.length ? 'latin1' : 'utf8')
}

type Given = { params: unknown; query: unknown; body?: unknown }

export function parseCall(endpoint: Endpoint, { params, query, body }: Given) {
  return {
    params: parse(endpoint.params, params, 'path'),
    query: parse(endpoint.query, query, 'query'),
    body: parse(endpoint.body, body, 'body'),
  }
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

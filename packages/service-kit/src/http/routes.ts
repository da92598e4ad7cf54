import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Endpoint } from '@nashta/contracts/api/endpoint'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { en } from 'zod/locales'
import * as z from 'zod/mini'
import type { Authorise, Caller } from '../auth/authorise.ts'
import type { RequestPaces } from '../limits/pace.ts'
import type { GuardOf } from '../limits/rate-limit.ts'
import { isRepresentation, type Representation, sendRepresentation } from '../responses/representation.ts'
import { ServiceError } from '../service-error.ts'
import { refuseOtherMethods } from './other-methods.ts'
import { dataHeaders } from './security-headers.ts'
import { StreamedJson } from './streamed-json.ts'

// Without a locale, zod/mini has no error messages.
z.config(en())

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined

/** The parsed input of a route. */
type Call<E extends Endpoint> = {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  /** Null on a public route, and on an `optional` one without a valid access token. */
  caller: E['access'] extends 'public' ? null : E['access'] extends 'optional' ? Caller | null : Caller
  request: FastifyRequest
}

type Reply<E extends Endpoint> = z.input<E['reply']>

/** Adds a header to the response. Has no effect if the handler returns a representation. */
export type AddHeader = (name: string, value: string) => void

/** A file for one caller. */
type PrivateFile = ({ bytes: Buffer } | { pieces: AsyncIterable<string> }) & { fileName: string }

type Handler<E extends Endpoint> = (
  call: Call<E>,
  addHeader: AddHeader,
) => Promise<E extends { file: object } ? PrivateFile : Reply<E> | Representation | StreamedJson>

/** Runs before the body is received. Throws for a call that is refused whatever its body is. */
type Admit<E extends Endpoint> = (call: Pick<Call<E>, 'params' | 'caller'>) => Promise<void>

type ReadCall<E extends Endpoint> = Pick<Call<E>, 'params' | 'query'>

/**
 * Returns the cached response of a route; undefined when it is out of date or not cached yet.
 * `lastParam` is the value of the parameter that ends the path: for `/products/:id` the product's
 * id, for `/products` an empty text.
 */
export type FindPrecomputed = (lastParam: string) => Representation | undefined

export type Route = {
  endpoint: Endpoint
  handle: (call: Call<Endpoint>, addHeader: AddHeader) => Promise<unknown>
  admit?: Admit<Endpoint>
  /** Returns the reply as data, for code in the same process. */
  read?: (call: ReadCall<Endpoint>) => Promise<unknown>
  /** Not used by `registerRoutes`: dispatch.ts sends cached responses without Fastify. */
  precomputed?: FindPrecomputed | undefined
}

/** For a route whose HTTP responses are cached as bytes. */
type CachedResponses<E extends Endpoint> = {
  /** Used for HTTP in place of `read`. */
  represent?: (call: ReadCall<E>) => Promise<Representation>
  precomputed?: FindPrecomputed
}

/** `read` is for code in the same process. It gets no caller, and returns the reply for guests. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: Handler<E>,
  read?: (call: ReadCall<E>) => Promise<Reply<E>>,
): Route {
  return { endpoint, handle, ...(read && { read }) }
}

type Upload<E extends Endpoint> = {
  admit?: Admit<E>
  /** `signal` is aborted when the client disconnects. */
  handle: (call: Call<E>, file: Buffer, signal: AbortSignal) => Promise<Reply<E>>
}

/** A route that receives a file. The route ignores the media type that the request names. */
export function uploadRoute<E extends Endpoint & { upload: object }>(
  endpoint: E,
  { admit, handle }: Upload<E>,
): Route {
  const handleFile = async (call: Call<E>) => {
    const { body, socket } = call.request
    // Fastify's own signal is aborted as soon as the body has been read.
    const disconnected = new AbortController()
    const abort = () => disconnected.abort()
    socket.once('close', abort)
    try {
      // A request without a body has no buffer.
      return await handle(call, Buffer.isBuffer(body) ? body : NO_FILE, disconnected.signal)
    } finally {
      socket.off('close', abort)
    }
  }
  return {
    endpoint,
    handle: handleFile,
    ...(admit && { admit }),
  }
}

/**
 * A public route whose reply depends only on path and query. Code in the same process can call
 * `read` without HTTP.
 */
export function readRoute<E extends Endpoint & { method: 'GET'; access: 'public' }>(
  endpoint: E,
  read: (call: ReadCall<E>) => Promise<Reply<E>>,
  { represent, precomputed }: CachedResponses<E> = {},
): Route {
  return { endpoint, handle: represent ?? read, read, precomputed } as Route
}

const NO_FILE = Buffer.alloc(0)

export type RouteOptions = {
  base: string
  authorise: Authorise
  /** Limits the calls of each network address. */
  ipGuardOf: GuardOf
  /** Limits the calls of each signed-in caller. */
  callerGuardOf?: GuardOf | undefined
  /** Spreads the calls of each caller and network over the time. */
  paces?: RequestPaces | undefined
  /** Whether browsers reach the service over HTTPS. */
  https: boolean
}

/** Registers each route at its path. The route's endpoint says who may call it, and how often. */
export function registerRoutes(app: FastifyInstance, routes: readonly Route[], options: RouteOptions) {
  if (!app.hasRequestDecorator('caller')) app.decorateRequest('caller', null)
  const { uploads = [], others = [] } = Object.groupBy(routes, ({ endpoint }) =>
    endpoint.upload ? 'uploads' : 'others',
  )
  addRoutes(app, others, options)
  // Fastify sets content type parsers and their size limits by scope, so each upload has a scope.
  for (const upload of uploads) {
    const bodyLimit = upload.endpoint.upload?.maxBytes
    void app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'buffer', ...(bodyLimit && { bodyLimit }) }, passBytes)
      addRoutes(scope, [upload], options)
    })
  }
}

function passBytes(_request: FastifyRequest, body: Buffer, done: (error: null, body: Buffer) => void) {
  done(null, body)
}

function addRoutes(app: FastifyInstance, routes: readonly Route[], options: RouteOptions) {
  const { base, authorise, ipGuardOf, callerGuardOf, paces, https } = options
  const fileHeaders = { ...dataHeaders({ https }), 'cache-control': 'private, no-store' }
  /** Alternating names and values, as Node's `writeHead` takes them. */
  const commonHeaders = Object.entries({
    ...dataHeaders({ https }),
    'content-type': 'application/json; charset=utf-8',
  }).flat()
  for (const { endpoint, handle, admit } of routes) {
    const { method, path, access, freshSignIn, status, file, weight } = endpoint
    const checkAddressLimit = ipGuardOf(endpoint)
    const checkCallerLimit = callerGuardOf?.(endpoint)
    // Runs before the body is parsed, so that a caller without access learns nothing about the
    // input that the route expects.
    const checkRequest = async (request: FastifyRequest) => {
      try {
        checkAddressLimit?.(request)
        if (access !== 'public')
          request.caller = await authorise({ method, path, access, freshSignIn }, request)
      } catch (refusal) {
        // A client that repeats refused calls without a pause would slow the service down too. To
        // check a forged token takes longer than most calls.
        await paces?.ofNetwork(request)
        throw refusal
      }
      await paces?.ofRequest(request, weight)
      if (request.caller) checkCallerLimit?.(request)
      if (admit) {
        const params = parse(endpoint.params, request.params, 'path')
        await admit({ params, caller: request.caller } as Call<Endpoint>)
      }
    }
    const hasChecks = checkAddressLimit || paces || admit || access !== 'public'
    app.route({
      method,
      url: base + path,
      ...(hasChecks && { onRequest: checkRequest }),
      async handler(request, reply) {
        const call = { ...parseCall(endpoint, request), caller: request.caller, request }
        const headers = [...commonHeaders]
        const data = await handle(call as Call<Endpoint>, (name, value) => void headers.push(name, value))
        if (file) await sendFile(reply, data as PrivateFile, { ...fileHeaders, 'content-type': file.type })
        else if (isRepresentation(data)) sendRepresentation(request, reply, data)
        else if (data instanceof StreamedJson) await sendPieces(reply, { status, headers, data })
        else sendData(reply, { status, headers, data })
      },
    })
  }
  for (const [path, samePath] of Map.groupBy(routes, ({ endpoint }) => endpoint.path)) {
    const methods = samePath.map(({ endpoint }) => endpoint.method)
    refuseOtherMethods(app, base + path, methods)
  }
}

type DataResponse<Data = unknown> = { status: number; headers: string[]; data: Data }

async function sendPieces(reply: FastifyReply, { status, headers, data }: DataResponse<StreamedJson>) {
  headers.push('x-request-id', reply.request.id)
  reply.hijack()
  reply.raw.writeHead(status, headers)
  await pipePieces(reply, data.pieces)
}

/** Sends the next piece when the client has received the last one. */
async function pipePieces(reply: FastifyReply, pieces: Iterable<string> | AsyncIterable<string>) {
  try {
    await pipeline(Readable.from(pieces), reply.raw)
  } catch (error) {
    // The client has closed the connection, or the rest cannot be read: then the connection is cut, so
    // that the client does not take a part for the whole.
    reply.request.log.debug(error)
  }
}

/** Writes to Node's response directly, because Fastify would process each header several times. */
function sendData(reply: FastifyReply, { status, headers, data }: DataResponse) {
  const json = JSON.stringify(data)
  const length = Buffer.byteLength(json)
  headers.push('content-length', String(length), 'x-request-id', reply.request.id)
  reply.hijack()
  reply.raw.writeHead(status, headers)
  // Equal lengths mean that the text is ASCII. Both encodings then give the same bytes, and latin1
  // is quicker to write.
  reply.raw.end(json, length === json.length ? 'latin1' : 'utf8')
}

/** Sends the file as an attachment: browsers save it, and never open it as a page. */
async function sendFile(reply: FastifyReply, file: PrivateFile, headers: Record<string, string>) {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...headers,
    'content-disposition': `attachment; filename="${file.fileName}"`,
    ...('bytes' in file && { 'content-length': file.bytes.length }),
    'x-request-id': reply.request.id,
  })
  if ('bytes' in file) reply.raw.end(file.bytes)
  else await pipePieces(reply, file.pieces)
}

type Input = { params: unknown; query: unknown; body?: unknown }

export function parseCall(endpoint: Endpoint, { params, query, body }: Input) {
  return {
    params: parse(endpoint.params, params, 'path'),
    query: parse(endpoint.query, query, 'query'),
    body: parse(endpoint.body, body, 'body'),
  }
}

function parse(schema: z.ZodMiniType | undefined, value: unknown, source: 'path' | 'query' | 'body') {
  if (!schema) return undefined
  const result = z.safeParse(schema, value)
  if (result.success) return result.data

  const [issue] = result.error.issues
  const field = [source, ...(issue?.path ?? [])].join('.')
  throw new ServiceError('VALIDATION_FAILED', `${field}: ${issue?.message}`, { cause: result.error })
}

/** Visible ASCII characters, without the space. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/

/**
 * Returns undefined when the client sent no key. The prefix `key:` tells a client's key apart from
 * the store's own keys, such as `merge:…`.
 */
export function readIdempotencyKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers[IDEMPOTENCY_KEY_HEADER]
  if (key === undefined) return undefined
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return `key:${key}`
  throw new ServiceError('VALIDATION_FAILED', 'header.idempotency-key: must be 1 to 128 visible characters')
}

/** For a call that is refused without a key. `what` names it in the error, for example `a refund`. */
export function requireIdempotencyKey(request: Pick<FastifyRequest, 'headers'>, what: string): string {
  const key = readIdempotencyKey(request)
  if (key === undefined)
    throw new ServiceError('VALIDATION_FAILED', `header.idempotency-key: ${what} needs one`)
  return key
}

/**
 * Returns the version in the ETag of an If-Match header, extracted by `pattern`; undefined when the
 * client accepts any version. The store sends one strong ETag, so a list of ETags and a weak ETag
 * are refused.
 */
export function readIfMatch(header: string | undefined, pattern: RegExp, resource: string) {
  if (header === undefined || header === '*') return undefined
  const version = pattern.exec(header)?.[1]
  if (version === undefined)
    throw new ServiceError('VALIDATION_FAILED', `header.if-match: must be the ETag of ${resource}`)
  return version
}

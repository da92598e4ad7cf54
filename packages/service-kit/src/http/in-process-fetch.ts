import type { ApiResponse } from '@nashta/contracts/api/endpoint'
import type { FastifyBaseLogger } from 'fastify'
import { isRepresentation, type Representation } from '../responses/representation.ts'
import { errorResponse } from './error-handler.ts'
import { parseCall, type Route } from './routes.ts'
import { ServiceError } from './service-error.ts'

export type InProcessOptions = { routes: readonly Route[]; base: string; logger: FastifyBaseLogger }

/**
 * Asks a service of this same process as if over the network, without one: for what it answers by the address alone.
 * The framework is left out, because its stand-ins for request and answer would slow down the real ones as well: the
 * engine is at its best where it meets one kind of object.
 */
export function inProcessFetch({ routes, base, logger }: InProcessOptions) {
  const readings = routes.flatMap(({ endpoint, read }) =>
    read ? [{ endpoint, read, pattern: new RegExp(`^${base}${patternOf(endpoint.path)}$`) }] : [],
  )

  async function answerTo(path: string) {
    const [pathname = '', search = ''] = path.split('?', 2)
    for (const { endpoint, read, pattern } of readings) {
      const match = pattern.exec(pathname)
      if (match) {
        const given = { params: decoded(match.groups ?? {}), query: queryOf(search) }
        return { status: endpoint.status, answer: await read(parseCall(endpoint, given)) }
      }
    }
    throw new ServiceError('ROUTE_NOT_FOUND', 'There is nothing at this address')
  }

  return async (path: string, { method = 'GET' }: { method?: 'GET' | 'HEAD' } = {}): Promise<ApiResponse> => {
    try {
      const { status, answer } = await answerTo(path)
      const { text, ...rest } = isRepresentation(answer) ? represented(answer) : asJson(status, answer)
      return toResponse({ ...rest, text: method === 'GET' ? text : '' })
    } catch (error) {
      const { status, body } = errorResponse(error)
      if (status >= 500) logger.error({ err: error, path }, 'request failed')
      return toResponse(asJson(status, body))
    }
  }
}

function patternOf(path: string) {
  return path.replace(/:(\w+)/g, '(?<$1>[^/]+)')
}

function decoded(params: Record<string, string>) {
  try {
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]),
    )
  } catch (error) {
    throw new ServiceError('MALFORMED_REQUEST', 'The address is not well formed', { cause: error })
  }
}

/** A name that comes twice is a list, as it is to the framework. */
function queryOf(search: string) {
  const query = new URLSearchParams(search)
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
}

type Said = { status: number; text: string; headers: Record<string, string> }

function represented({ status, forms: { identity } }: Representation): Said {
  const { body, contentType, etag } = identity
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body
  return { status, text: bytes.toString(), headers: { 'content-type': contentType, etag } }
}

function asJson(status: number, body: unknown): Said {
  return { status, text: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/** A real response is made for streams and takes longer than most of what it would say. */
function toResponse({ status, text, headers }: Said): ApiResponse {
  return {
    status,
    ok: status >= 200 && status < 300,
    text: async () => text,
    json: async () => JSON.parse(text) as unknown,
    get headers() {
      return new Headers(headers)
    },
  }
}

import type { Endpoint } from '@nashta/contracts/api/endpoint'
import { type FetchShop, queryEntries } from '@nashta/contracts/api/fetch-shop'
import { errorOfResponse } from '@nashta/contracts/api/shop-error'
import type { FastifyBaseLogger } from 'fastify'
import { logsDebug } from '../process/logger.ts'
import { ServiceError } from '../service-error.ts'
import { ROUTE_NOT_FOUND } from './error-handler.ts'
import { errorResponse } from './error-handler.ts'
import { parseCall, type Route } from './routes.ts'

/** Calls the read routes of this process without HTTP and serialisation, with the same validation and refusals. */
export function inProcessFetch(routes: readonly Route[], logger: FastifyBaseLogger): FetchShop {
  const reads = new Map(routes.map(({ endpoint, read }) => [idOf(endpoint), read]))

  const fetchShop: FetchShop = async (endpoint, call = {}) => {
    try {
      const read = reads.get(idOf(endpoint))
      if (!read) throw new ServiceError('ROUTE_NOT_FOUND', ROUTE_NOT_FOUND)
      const query = Object.fromEntries(queryEntries(call))
      // The map does not know the reply's type, which the endpoint determines.
      return (await read(parseCall(endpoint, { params: call.params, query }))) as never
    } catch (error) {
      const { status, body } = errorResponse(error)
      if (status >= 500) logger.error({ err: error, route: endpoint.path }, 'request failed')
      throw errorOfResponse(status, body)
    }
  }
  return logsDebug(logger) ? logCalls(fetchShop, logger) : fetchShop
}

function logCalls(fetchShop: FetchShop, logger: FastifyBaseLogger): FetchShop {
  return async (endpoint, call) => {
    const startedAt = performance.now()
    const { method, path: route } = endpoint
    try {
      return await fetchShop(endpoint, call)
    } finally {
      logger.debug(
        { method, route, ms: Math.round(performance.now() - startedAt) },
        'call within the process',
      )
    }
  }
}

function idOf({ method, path }: Endpoint) {
  return `${method} ${path}`
}

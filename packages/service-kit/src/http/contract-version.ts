import type { IncomingHttpHeaders } from 'node:http'
import { CONTRACT_HEADER, CONTRACT_VERSION, PAGE_OUTDATED } from '@nashta/contracts/api/contract-version'
import type { FastifyInstance } from 'fastify'
import { ServiceError } from '../service-error.ts'

/** Whether a page of a release with another contract sends the request. */
export function isOutdatedPage(headers: IncomingHttpHeaders) {
  const version = headers[CONTRACT_HEADER]
  return version !== undefined && version !== CONTRACT_VERSION
}

/** A call of such a page changes nothing: the page is told to reload itself, and calls again. */
export function refuseOutdatedPages(app: FastifyInstance) {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    done(isOutdatedPage(headers) ? new ServiceError('PAGE_OUTDATED', PAGE_OUTDATED) : undefined)
  })
}

import type { FastifyInstance } from 'fastify'
import { isFromThisMachine } from '../http/loopback.ts'
import { refuseOtherMethods } from '../http/routes.ts'
import { ServiceError } from '../http/service-error.ts'
import { showsKey } from '../process/shows-key.ts'
import type { Metrics } from './metrics.ts'

export const METRICS_PATH = '/metrics'

/** For whoever shows the token; without one, for this machine only. */
export function registerMetrics(app: FastifyInstance, metrics: Metrics, token: string) {
  refuseOtherMethods(app, METRICS_PATH, ['GET'])
  app.get(METRICS_PATH, async (request, reply) => {
    const mayLook = token === '' ? isFromThisMachine(request) : showsKey(request, token)
    if (!mayLook) throw new ServiceError('FORBIDDEN', 'The metrics are not for everyone')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text())
  })
}

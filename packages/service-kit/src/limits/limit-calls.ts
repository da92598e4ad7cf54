import type { Endpoint } from '@nashta/contracts/api/endpoint'
import { IP_LIMITS, type IpLimitName, tooManyAttempts } from '@nashta/contracts/api/rate-limits'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../http/service-error.ts'
import { createRateLimit, networkOf, type RateLimit } from './rate-limit.ts'

function guardByIp(rateLimit: RateLimit) {
  return function refuseTooMany({ ip }: Pick<FastifyRequest, 'ip'>) {
    const result = rateLimit.countAttempt(networkOf(ip))
    if (result.allowed) return
    const { retryAfterSeconds: retryAfter } = result
    throw new ServiceError('TOO_MANY_REQUESTS', tooManyAttempts(retryAfter), { retryAfter })
  }
}

/** Returns the guard of an endpoint, which throws after too many requests; null for an endpoint without a limit. */
export type LimitCalls = (endpoint: Pick<Endpoint, 'rateLimit'>) => ((request: FastifyRequest) => void) | null

/** Endpoints with the same rule share one rate limit. */
export function createLimitCalls({ scale, now }: { scale: number; now: () => Date }): LimitCalls {
  const guards = new Map<IpLimitName, ReturnType<typeof guardByIp>>()

  return ({ rateLimit }) => {
    if (!rateLimit) return null
    const { rule, onlyWith } = rateLimit
    const guard = guards.get(rule) ?? guardByIp(createRateLimit({ ...IP_LIMITS[rule], scale, now }))
    guards.set(rule, guard)
    if (onlyWith === undefined) return guard
    return (request) => {
      if (onlyWith in Object(request.query)) guard(request)
    }
  }
}

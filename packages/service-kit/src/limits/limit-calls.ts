import type { Endpoint } from '@nashta/contracts/api/endpoint'
import { ADDRESS_LIMITS, type AddressLimit, tooManyAttempts } from '@nashta/contracts/api/rate-limits'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../http/service-error.ts'
import { createRateLimit, networkOf, type RateLimit } from './rate-limit.ts'

function guardByAddress(limit: RateLimit) {
  return function refuseTooMany({ ip }: Pick<FastifyRequest, 'ip'>) {
    const taken = limit.take(networkOf(ip))
    if (taken.allowed) return
    const { retryAfterSeconds } = taken
    throw new ServiceError('TOO_MANY_REQUESTS', tooManyAttempts(retryAfterSeconds), {
      retryAfter: retryAfterSeconds,
    })
  }
}

export type LimitCalls = (endpoint: Endpoint) => ((request: FastifyRequest) => void) | null

/** The rate limit that an endpoint names, if any; endpoints that name the same rule share it. */
export function createLimitCalls({ scale, now }: { scale: number; now: () => Date }): LimitCalls {
  const guards = new Map<AddressLimit, ReturnType<typeof guardByAddress>>()

  return ({ rateLimit }) => {
    if (!rateLimit) return null
    const { rule, onlyWith } = rateLimit
    const guard = guards.get(rule) ?? guardByAddress(createRateLimit({ ...ADDRESS_LIMITS[rule], scale, now }))
    guards.set(rule, guard)
    if (onlyWith === undefined) return guard
    return (request) => {
      if (onlyWith in Object(request.query)) guard(request)
    }
  }
}

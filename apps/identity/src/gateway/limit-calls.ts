import { createHash } from 'node:crypto'
import { ACCOUNT_LIMITS, ADDRESS_LIMITS, tooManyAttempts } from '@nashta/contracts/api/rate-limits'
import {
  type LimitedKey,
  createRateLimit,
  networkOf,
  type RateLimit,
  takeAll,
} from '@nashta/service-kit/limits/rate-limit'
import type { FastifyRequest } from 'fastify'
import { PoolError } from '../wire/pool-error.ts'
import type { GatewayCall } from './forward-call.ts'

/** Which of the documented limits a call counts towards. */
export type Limits = {
  address: keyof typeof ADDRESS_LIMITS
  account?: { limit: keyof typeof ACCOUNT_LIMITS; of: (body: GatewayCall['body']) => unknown }
}

/** Operations that serve the same goal share one limit, so that an attacker cannot combine them. */
export function limitCalls({ rateLimitScale: scale, now }: { rateLimitScale: number; now: () => Date }) {
  const perAddress = mapValues(ADDRESS_LIMITS, (rule) => createRateLimit({ ...rule, scale, now }))
  const perAccount = mapValues(ACCOUNT_LIMITS, (rule) => createRateLimit({ ...rule, now }))

  return function refuseTooMany({ ip, log, id }: FastifyRequest, limits: Limits, body: GatewayCall['body']) {
    const claims: LimitedKey[] = [[perAddress[limits.address], networkOf(ip)]]
    const account = limits.account?.of(body)
    if (limits.account && typeof account === 'string') {
      claims.push([perAccount[limits.account.limit], accountKey(account)])
    }
    const taken = takeAll(claims)
    if (taken.allowed) return

    log.warn({ requestId: id, part: limits.address }, 'too many attempts')
    const { retryAfterSeconds: retryAfter } = taken
    throw new PoolError('TooManyRequestsException', tooManyAttempts(retryAfter), { status: 429, retryAfter })
  }
}

/** Ignores case, and keeps no readable address in memory. */
function accountKey(name: string) {
  return createHash('sha256').update(name.trim().normalize('NFKC').toLowerCase()).digest('base64url')
}

function mapValues<Name extends string, Rule>(rules: Record<Name, Rule>, make: (rule: Rule) => RateLimit) {
  const entries = Object.entries<Rule>(rules).map(([name, rule]) => [name, make(rule)])
  return Object.fromEntries(entries) as Record<Name, RateLimit>
}

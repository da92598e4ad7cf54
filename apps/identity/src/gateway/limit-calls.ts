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

type Body = GatewayCall['body']

/** The rate limits that a call counts towards. `nameOf` reads the name of the account from the body. */
export type CallLimits = {
  address: keyof typeof ADDRESS_LIMITS
  account?: { limit: keyof typeof ACCOUNT_LIMITS; nameOf: (body: Body) => unknown }
}

/** Operations that serve the same goal share one limit, so that an attacker cannot combine them. */
export function limitCalls({ rateLimitScale: scale, now }: { rateLimitScale: number; now: () => Date }) {
  const perAddress = mapValues(ADDRESS_LIMITS, (rule) => createRateLimit({ ...rule, scale, now }))
  const perAccount = mapValues(ACCOUNT_LIMITS, (rule) => createRateLimit({ ...rule, now }))

  return function assertWithinLimits({ ip, log, id }: FastifyRequest, limits: CallLimits, body: Body) {
    const claims: LimitedKey[] = [[perAddress[limits.address], networkOf(ip)]]
    const account = limits.account?.nameOf(body)
    if (limits.account && typeof account === 'string') {
      claims.push([perAccount[limits.account.limit], accountKey(account)])
    }
    const result = takeAll(claims)
    if (result.allowed) return

    log.warn({ requestId: id, part: limits.address }, 'too many attempts')
    const { retryAfterSeconds: retryAfter } = result
    throw new PoolError('TooManyRequestsException', tooManyAttempts(retryAfter), { status: 429, retryAfter })
  }
}

/** A hash, so that rate limits hold no readable address in memory. Spellings of one address have the same key. */
function accountKey(name: string) {
  return createHash('sha256').update(name.trim().normalize('NFKC').toLowerCase()).digest('base64url')
}

function mapValues<Name extends string, Rule>(rules: Record<Name, Rule>, create: (rule: Rule) => RateLimit) {
  const entries = Object.entries<Rule>(rules).map(([name, rule]) => [name, create(rule)])
  return Object.fromEntries(entries) as Record<Name, RateLimit>
}

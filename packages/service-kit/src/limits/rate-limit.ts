import type { Endpoint } from '@nashta/contracts/api/endpoint'
import {
  CALLER_LIMITS,
  IP_LIMITS,
  type RateLimitRule,
  tooManyAttempts,
} from '@nashta/contracts/api/rate-limits'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../service-error.ts'
import { networksOf, WIDE_NETWORK_FACTOR } from './networks.ts'

/**
 * When the number of a key's stored attempts reaches 256, 512 and so on, the expired attempts are
 * removed. Looking for expired attempts at each call of `countAttempt` would take too much time.
 */
const PRUNE_ATTEMPTS_EVERY = 256

export type RateLimitResult = { allowed: true } | { allowed: false; retryAfterSeconds: number }

export type RateLimit = {
  /** Checks the limit, and counts the attempt if it is allowed. */
  countAttempt: (key: string) => RateLimitResult
  /** The result that `countAttempt` would return, without counting an attempt. */
  check: (key: string) => RateLimitResult
  /** The number of stored keys. */
  size: () => number
}

export type RateLimitOptions = RateLimitRule & {
  now: () => Date
  /** Multiplies the limit. Infinity means no limit. */
  scale?: number
  /** When there are more keys, the least recently used keys are evicted to save memory. */
  keysMax?: number
}

/**
 * A sliding window: stores the times of each key's allowed attempts, so that the limit holds for
 * every period. A token bucket would allow almost twice as many attempts in its first period.
 */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { limit, perSeconds, now, scale = 1, keysMax = 50_000 } = options
  const capacity = Math.max(1, Math.floor(limit * scale))
  const periodMs = perSeconds * 1000
  /** The times of each key's attempts, oldest first. The least recently used key comes first. */
  const attempts = new Map<string, number[]>()

  function check(key: string): RateLimitResult {
    if (capacity === Infinity) return { allowed: true }
    // With a capacity of 3, the third attempt from the end must expire before another attempt is
    // allowed. `blockingAttempt` is undefined if fewer than 3 attempts are stored.
    const blockingAttempt = attempts.get(key)?.at(-capacity)
    if (blockingAttempt === undefined) return { allowed: true }
    const waitMs = blockingAttempt + periodMs - now().getTime()
    return waitMs > 0 ? { allowed: false, retryAfterSeconds: Math.ceil(waitMs / 1000) } : { allowed: true }
  }

  function countAttempt(key: string): RateLimitResult {
    const result = check(key)
    if (!result.allowed || capacity === Infinity) return result

    const time = now().getTime()
    const times = attempts.get(key) ?? []
    times.push(time)
    if (times.length % PRUNE_ATTEMPTS_EVERY === 0) {
      const expiredCount = times.findIndex((earlier) => earlier + periodMs > time)
      times.splice(0, expiredCount)
    }
    // Inserted again at the end, so that the keys stay in the order of their last use.
    attempts.delete(key)
    attempts.set(key, times)
    pruneKeys(time)
    return result
  }

  /** Removes keys whose attempts have all expired, and evicts keys beyond `keysMax`. */
  function pruneKeys(time: number) {
    for (const [key, times] of attempts) {
      const isExpired = (times.at(-1) ?? 0) + periodMs <= time
      if (!isExpired && attempts.size <= keysMax) return
      attempts.delete(key)
    }
  }

  return { countAttempt, check, size: () => attempts.size }
}

/** A key and the rate limit that counts it. */
export type LimitedKey = [limit: RateLimit, key: string]

/** Counts an attempt in every rate limit, or in none when one of them refuses it. */
export function countAttemptInAll(keys: readonly LimitedKey[]): RateLimitResult {
  const waits = keys.flatMap(([limit, key]) => {
    const result = limit.check(key)
    return result.allowed ? [] : [result.retryAfterSeconds]
  })
  if (waits.length > 0) return { allowed: false, retryAfterSeconds: Math.max(...waits) }

  for (const [limit, key] of keys) limit.countAttempt(key)
  return { allowed: true }
}

/** A rate limit that counts by the networks of an address. */
export type NetworkLimit = {
  /** The keys for `countAttemptInAll`. */
  keysOf: (address: string) => LimitedKey[]
}

export function createNetworkLimit(options: RateLimitOptions): NetworkLimit {
  const { scale = 1 } = options
  const narrowLimit = createRateLimit(options)
  const wideLimit = createRateLimit({ ...options, scale: scale * WIDE_NETWORK_FACTOR })
  return {
    keysOf(address) {
      const { narrow, wide } = networksOf(address)
      return wide === null
        ? [[narrowLimit, narrow]]
        : [
            [narrowLimit, narrow],
            [wideLimit, wide],
          ]
    },
  }
}

/** Counts a request, or throws when the limit is reached. */
type Guard = (request: FastifyRequest) => void

function createGuard(keysOf: (request: FastifyRequest) => LimitedKey[]): Guard {
  return function refuseTooMany(request) {
    const result = countAttemptInAll(keysOf(request))
    if (result.allowed) return
    const { retryAfterSeconds: retryAfter } = result
    throw new ServiceError('TOO_MANY_REQUESTS', tooManyAttempts(retryAfter), { retryAfter })
  }
}

/** Returns the guard of an endpoint; null for an endpoint without a limit. */
export type GuardOf = (endpoint: Pick<Endpoint, 'rateLimit'>) => Guard | null

type LimitOptions = { scale: number; now: () => Date }

/** Makes a guard for each rule. Endpoints with the same rule share its guard. */
function createGuards(
  rules: Record<string, RateLimitRule>,
  createRuleGuard: (rule: RateLimitRule) => Guard,
): ReadonlyMap<string, Guard> {
  return new Map(Object.entries(rules).map(([name, rule]) => [name, createRuleGuard(rule)]))
}

/** The guards count by the caller's `sub`, so they must run after the token is checked. */
export function createCallerGuards(options: LimitOptions): GuardOf {
  const guards = createGuards(CALLER_LIMITS, (rule) => {
    const rateLimit = createRateLimit({ ...rule, ...options })
    return createGuard(({ caller }) => [[rateLimit, caller?.sub ?? '']])
  })
  // Most rules are not in CALLER_LIMITS. Their calls are limited by address only.
  return ({ rateLimit }) => (rateLimit && guards.get(rateLimit.rule)) ?? null
}

/** The guards count by network address. */
export function createIpGuards(options: LimitOptions): GuardOf {
  const guards = createGuards(IP_LIMITS, (rule) => {
    const networkLimit = createNetworkLimit({ ...rule, ...options })
    return createGuard(({ ip }) => networkLimit.keysOf(ip))
  })

  return ({ rateLimit }) => {
    const guard = rateLimit && guards.get(rateLimit.rule)
    if (!guard) return null
    const { onlyWith: countedParams } = rateLimit
    if (countedParams === undefined) return guard
    // A request with none of these query parameters is not counted.
    return (request) => {
      const query = Object(request.query)
      if (countedParams.some((name) => name in query)) guard(request)
    }
  }
}

import { isIPv6 } from 'node:net'
import type { RateLimitRule } from '@nashta/contracts/api/rate-limits'

/** Expired times are dropped after every so many. */
const PRUNE_EVERY = 256

export type RateLimitResult = { allowed: true } | { allowed: false; retryAfterSeconds: number }

export type RateLimit = {
  /** Counts the attempt, unless it is refused. */
  take: (key: string) => RateLimitResult
  /** The result of `take`, without counting. */
  check: (key: string) => RateLimitResult
  /** The number of stored keys. */
  size: () => number
}

export type RateLimitOptions = RateLimitRule & {
  now: () => Date
  /** Multiplies the limit. */
  scale?: number
  /** Beyond this many keys the oldest are evicted early, which bounds the memory. */
  keysMax?: number
}

/**
 * A sliding window: stores the times of each key's attempts, so that the limit holds for every period. A token
 * bucket would allow almost twice as many in its first hour.
 */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { limit, perSeconds, now, scale = 1, keysMax = 50_000 } = options
  const capacity = Math.max(1, Math.floor(limit * scale))
  const period = perSeconds * 1000
  /** Oldest first, in each key and among the keys. */
  const allowed = new Map<string, number[]>()

  function check(key: string): RateLimitResult {
    if (capacity === Infinity) return { allowed: true }
    const freeAt = (allowed.get(key)?.at(-capacity) ?? -Infinity) + period
    const wait = freeAt - now().getTime()
    return wait > 0 ? { allowed: false, retryAfterSeconds: Math.ceil(wait / 1000) } : { allowed: true }
  }

  function take(key: string): RateLimitResult {
    const result = check(key)
    if (!result.allowed || capacity === Infinity) return result

    const at = now().getTime()
    const times = allowed.get(key) ?? []
    times.push(at)
    if (times.length % PRUNE_EVERY === 0) {
      times.splice(
        0,
        times.findIndex((time) => time + period > at),
      )
    }
    // Inserted again at the end, so that the keys stay in the order of their last use.
    allowed.delete(key)
    allowed.set(key, times)
    prune(at)
    return result
  }

  function prune(at: number) {
    for (const [key, times] of allowed) {
      const isExpired = (times.at(-1) ?? 0) + period <= at
      if (!isExpired && allowed.size <= keysMax) return
      allowed.delete(key)
    }
  }

  return { take, check, size: () => allowed.size }
}

export type Claim = [limit: RateLimit, key: string]

/** Counts in every limit or, when one refuses, in none. */
export function takeAll(claims: readonly Claim[]): RateLimitResult {
  const waits = claims.flatMap(([limit, key]) => {
    const result = limit.check(key)
    return result.allowed ? [] : [result.retryAfterSeconds]
  })
  if (waits.length > 0) return { allowed: false, retryAfterSeconds: Math.max(...waits) }

  for (const [limit, key] of claims) limit.take(key)
  return { allowed: true }
}

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** The key to limit an address by: itself, or for IPv6 its /64, because a household has a whole /64. */
export function networkOf(address: string): string {
  const ipv4 = MAPPED_IPV4.exec(address)?.[1]
  if (ipv4 !== undefined) return ipv4
  if (!isIPv6(address)) return address

  const [head = '', tail] = address.split('::')
  const before = head.split(':')
  const after = tail?.split(':') ?? []
  const between = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(between).fill('0'), ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')
}

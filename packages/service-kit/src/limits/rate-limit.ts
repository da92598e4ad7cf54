import type { RateLimitRule } from '@nashta/contracts/api/rate-limits'

/** Times that no longer matter are dropped by the hundred. */
const TIDIED_EVERY = 256

export type Taken = { allowed: true } | { allowed: false; retryAfterSeconds: number }

export type RateLimit = {
  /** Counts one, unless that is refused. */
  take: (key: string) => Taken
  /** What `take` would say, counting nothing. */
  ask: (key: string) => Taken
  /** How many keys are remembered. */
  size: () => number
}

export type RateLimitOptions = RateLimitRule & {
  now: () => Date
  /** Multiplies the limit. */
  scale?: number
  /** Whoever has more addresses than this may be forgotten early, which is better than running out of memory. */
  keysMax?: number
}

/**
 * Remembers when each key was allowed, so a limit holds for every stretch of time, however it is laid. A bucket
 * that refills drop by drop would let almost twice as many through in its first hour.
 */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { limit, perSeconds, now, scale = 1, keysMax = 50_000 } = options
  const capacity = Math.max(1, Math.floor(limit * scale))
  const stretch = perSeconds * 1000
  /** Oldest first, in each key and among the keys. */
  const allowed = new Map<string, number[]>()

  function ask(key: string): Taken {
    if (capacity === Infinity) return { allowed: true }
    const leavesRoomAt = (allowed.get(key)?.at(-capacity) ?? -Infinity) + stretch
    const wait = leavesRoomAt - now().getTime()
    return wait > 0 ? { allowed: false, retryAfterSeconds: Math.ceil(wait / 1000) } : { allowed: true }
  }

  function take(key: string): Taken {
    const answer = ask(key)
    if (!answer.allowed || capacity === Infinity) return answer

    const at = now().getTime()
    const times = allowed.get(key) ?? []
    times.push(at)
    if (times.length % TIDIED_EVERY === 0) {
      times.splice(
        0,
        times.findIndex((time) => time + stretch > at),
      )
    }
    // Put in again at the end: the keys stay in the order of their last use.
    allowed.delete(key)
    allowed.set(key, times)
    forget(at)
    return answer
  }

  function forget(at: number) {
    for (const [key, times] of allowed) {
      const isOver = (times.at(-1) ?? 0) + stretch <= at
      if (!isOver && allowed.size <= keysMax) return
      allowed.delete(key)
    }
  }

  return { take, ask, size: () => allowed.size }
}

export type Claim = [limit: RateLimit, key: string]

/** Takes from every limit or, when one refuses, from none. */
export function takeAll(claims: readonly Claim[]): Taken {
  const waits = claims.flatMap(([limit, key]) => {
    const answer = limit.ask(key)
    return answer.allowed ? [] : [answer.retryAfterSeconds]
  })
  if (waits.length > 0) return { allowed: false, retryAfterSeconds: Math.max(...waits) }

  for (const [limit, key] of claims) limit.take(key)
  return { allowed: true }
}

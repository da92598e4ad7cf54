import { setTimeout as wait } from 'node:timers/promises'
import { PACES, type PaceRule, tooManyAttempts } from '@nashta/contracts/api/rate-limits'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../service-error.ts'
import { networksOf, WIDE_NETWORK_FACTOR } from './networks.ts'

/** A call that would have to wait longer is refused. */
const WAIT_MAX_MS = 5_000
/** The pause before a refusal: a client that repeats its call at once gets few of them. */
const REFUSAL_PAUSE_MS = 1_000
const KEYS_MAX = 50_000

type ScaleAndClock = {
  /** Multiplies both numbers of each rule. */
  scale?: number
  /** A clock in milliseconds. */
  now?: () => number
  wait?: (milliseconds: number) => Promise<unknown>
}

export type PaceOptions = PaceRule & ScaleAndClock

/**
 * Returns a function that resolves when the next call of a key may begin, or returns undefined when
 * it may begin at once. A rate limit of a minute accepts all its calls in one second. A pace spreads
 * one caller's calls over the time, so that the calls of others come between them.
 */
export function createPace(options: PaceOptions) {
  const { burst, perSecond, scale = 1, now = () => performance.now(), wait: pause = wait } = options
  const intervalMs = 1000 / (perSecond * scale)
  const burstMs = (burst / perSecond) * 1000
  /**
   * For each key, the time that its calls have used up: each call adds `intervalMs`, times its weight.
   * It may be `burstMs` ahead of the clock. The least recently used key comes first.
   */
  const usedUntil = new Map<string, number>()

  /** Removes keys whose used time is over, and evicts keys beyond `KEYS_MAX`. */
  function pruneKeys(time: number) {
    for (const [key, until] of usedUntil) {
      if (until > time && usedUntil.size <= KEYS_MAX) return
      usedUntil.delete(key)
    }
  }

  async function refuse(waitMs: number): Promise<never> {
    await pause(REFUSAL_PAUSE_MS)
    const retryAfter = Math.ceil(waitMs / 1000)
    throw new ServiceError('TOO_MANY_REQUESTS', tooManyAttempts(retryAfter), { retryAfter })
  }

  return function paceCall(key: string, weight: number): Promise<unknown> | undefined {
    const time = now()
    const until = Math.max(usedUntil.get(key) ?? 0, time) + weight * intervalMs
    const waitMs = until - burstMs - time
    if (waitMs > WAIT_MAX_MS) return refuse(waitMs)
    // Inserted again at the end, so that the keys stay in the order of their last use.
    usedUntil.delete(key)
    usedUntil.set(key, until)
    pruneKeys(time)
    return waitMs > 0 ? pause(waitMs) : undefined
  }
}

export type RequestPaces = ReturnType<typeof createRequestPaces>

/**
 * The paces of a service: for each signed-in caller, for all callers of a network together, and for
 * its calls without a caller. Without the second, one person with many accounts would have no pace.
 */
export function createRequestPaces(options: ScaleAndClock) {
  const paceCaller = createPace({ ...PACES.caller, ...options })
  const paceCallersOfNetwork = createNetworkPace({ ...PACES.callersOfNetwork, ...options })
  const paceNetwork = createNetworkPace({ ...PACES.network, ...options })
  const ofNetwork = ({ ip }: Pick<FastifyRequest, 'ip'>, weight = 1) => paceNetwork(ip, weight)
  return {
    ofNetwork,
    async ofRequest(request: Pick<FastifyRequest, 'ip' | 'caller' | 'raw'>, weight = 1) {
      const { caller, ip, raw } = request
      const pause = caller ? paceCaller(caller.sub, weight) : ofNetwork(request, weight)
      if (pause) await pause
      const networkPause = caller && paceCallersOfNetwork(ip, weight)
      if (networkPause) await networkPause
      // A client that went away while its call waited gets no work done.
      if (raw.socket.destroyed) throw new ServiceError('UNAVAILABLE', 'The client has gone')
    },
  }
}

/** Counts a call also for the wide network of its address, unless the narrow one refuses it. */
function createNetworkPace({ scale = 1, ...options }: PaceOptions) {
  const paceNarrow = createPace({ ...options, scale })
  const paceWide = createPace({ ...options, scale: scale * WIDE_NETWORK_FACTOR })
  return (address: string, weight: number) => {
    const { narrow, wide } = networksOf(address)
    const pause = paceNarrow(narrow, weight)
    if (wide === null) return pause
    return pause ? pause.then(() => paceWide(wide, weight)) : paceWide(wide, weight)
  }
}

import { tooManyAttempts, WRONG_CODE_LIMITS } from '@nashta/contracts/api/rate-limits'
import {
  countAttemptInAll,
  createNetworkLimit,
  createRateLimit,
  type LimitedKey,
} from '@nashta/service-kit/limits/rate-limit'
import { ServiceError } from '@nashta/service-kit/service-error'

/** Who tries a code. */
type CodeTrier = { address: string; accountId?: string | undefined }

export type WrongCodes = {
  /** Throws after too many wrong codes, also for a right one, so that nobody learns which one is right. */
  assertMayTry: (trier: CodeTrier) => void
  /**
   * Counts a code that does not exist. Throws as `assertMayTry` does if other codes, which were tried at the
   * same time, have used up the tries: then a right code is not told either.
   */
  settle: (trier: CodeTrier, isKnown: boolean) => void
}

/** Counts codes that do not exist, by network and by account. Codes of real offers are never counted. */
export function createWrongCodes(options: { scale: number; now: () => Date }): WrongCodes {
  const networks = createNetworkLimit({ ...WRONG_CODE_LIMITS.network, ...options })
  const accounts = createRateLimit({ ...WRONG_CODE_LIMITS.account, ...options })
  const keysOf = ({ address, accountId }: CodeTrier): LimitedKey[] => [
    ...networks.keysOf(address),
    ...(accountId === undefined ? [] : [[accounts, accountId] satisfies LimitedKey]),
  ]
  function assertMayTry(trier: CodeTrier) {
    const waits = keysOf(trier).flatMap(([limit, key]) => {
      const result = limit.check(key)
      return result.allowed ? [] : [result.retryAfterSeconds]
    })
    if (waits.length === 0) return
    const retryAfter = Math.max(...waits)
    throw new ServiceError('TOO_MANY_REQUESTS', tooManyAttempts(retryAfter), { retryAfter })
  }

  return {
    assertMayTry,
    settle(trier, isKnown) {
      assertMayTry(trier)
      if (!isKnown) countAttemptInAll(keysOf(trier))
    },
  }
}

import { tooManyAttempts, WRONG_CODE_LIMITS } from '@nashta/contracts/api/rate-limits'
import {
  countAttemptInAll,
  createNetworkLimit,
  createRateLimit,
  type LimitedKey,
} from '@nashta/service-kit/limits/rate-limit'
import { ServiceError } from '@nashta/service-kit/service-error'

/** Who tries a code. */
type CodeTrier = {
  address: string
  account?: { id: string; hasOrdered: () => Promise<boolean> } | undefined
}

export type WrongCodes = {
  /** Throws after too many wrong codes, also for a right one, so that nobody learns which one is right. */
  assertMayTry: (trier: CodeTrier) => Promise<void>
  /**
   * Counts a code that does not exist. Throws as `assertMayTry` does if other codes, which were tried at the
   * same time, have used up the tries: then a right code is not told either.
   */
  settle: (trier: CodeTrier, isKnown: boolean) => Promise<void>
}

/**
 * Counts codes that do not exist, by network and by account. Codes of real offers are never counted. Thousands
 * of shoppers may have the address of one mobile carrier: an account that has ordered before is limited by its
 * own tries only.
 */
export function createWrongCodes(options: { scale: number; now: () => Date }): WrongCodes {
  const networks = createNetworkLimit({ ...WRONG_CODE_LIMITS.network, ...options })
  const accounts = createRateLimit({ ...WRONG_CODE_LIMITS.account, ...options })

  /** What limits the trier now. */
  async function limitsOf({ address, account }: CodeTrier): Promise<LimitedKey[]> {
    const ofNetwork = networks.keysOf(address)
    if (!account) return ofNetwork
    const own: LimitedKey[] = [[accounts, account.id]]
    const isNetworkUsedUp = waitsOf(ofNetwork).length > 0
    return isNetworkUsedUp && (await account.hasOrdered()) ? own : [...own, ...ofNetwork]
  }

  return {
    assertMayTry: async (trier) => refuseIfUsedUp(await limitsOf(trier)),
    async settle(trier, isKnown) {
      const limits = await limitsOf(trier)
      // Nothing is awaited between the check and the count, so guesses at once are not answered beyond a limit.
      refuseIfUsedUp(limits)
      if (!isKnown) countAttemptInAll(limits)
    },
  }
}

function refuseIfUsedUp(limits: readonly LimitedKey[]) {
  const waits = waitsOf(limits)
  if (waits.length === 0) return
  const retryAfter = Math.max(...waits)
  throw new ServiceError('TOO_MANY_REQUESTS', tooManyAttempts(retryAfter), { retryAfter })
}

function waitsOf(limits: readonly LimitedKey[]): number[] {
  return limits.flatMap(([limit, key]) => {
    const result = limit.check(key)
    return result.allowed ? [] : [result.retryAfterSeconds]
  })
}

import { isRefused, ShopError } from '@nashta/contracts/api/shop-error'
import type { Purchase } from '@nashta/contracts/orders/purchase'

const PAUSES_MS = [0, 1000, 3000]
const CHECK_EVERY_MS = 4000
/** Together longer than the store waits for a bank. */
const CHECKS = 6

export type Outcome =
  | { kind: 'placed'; purchase: Purchase }
  /** With `lost` answers before, which may have been other ones. */
  | { kind: 'refused'; error: ShopError; lost: number }
  /** The store could be asked, and knows of no order. */
  | { kind: 'not-placed' }
  /** The shopper left before anything was known. */
  | { kind: 'unknown' }

export type CheckDeps = {
  /** The order that came of this attempt; null when there is none. Rejects when the store cannot be asked. */
  find: () => Promise<Purchase | null>
  wait: (ms: number) => Promise<void>
  hasLeft: () => boolean
}

export type SettleDeps = CheckDeps & {
  /** Always under the same key. */
  send: () => Promise<Purchase>
  /** The answers are lost for now, and it may take a while to know. */
  onUnsure: () => void
}

/** Sends an order until it is known what became of it. A lost answer is no refusal: the money may have moved. */
export async function settleOrder({ send, onUnsure, ...check }: SettleDeps): Promise<Outcome> {
  for (const [lost, pause] of PAUSES_MS.entries()) {
    if (pause > 0) await check.wait(pause)
    try {
      return { kind: 'placed', purchase: await send() }
    } catch (error) {
      if (error instanceof ShopError && isAnswer(error)) return { kind: 'refused', error, lost }
    }
  }
  onUnsure()
  return checkOrder(check)
}

/** Asks after an order that was sent until the store has answered, and had time to finish what it may be at. */
export async function checkOrder({ find, wait, hasLeft }: CheckDeps): Promise<Outcome> {
  for (let answers = 0; answers < CHECKS;) {
    if (hasLeft()) return { kind: 'unknown' }
    try {
      const purchase = await find()
      if (purchase) return { kind: 'placed', purchase }
      answers += 1
    } catch {
      // Nobody knows yet.
    }
    await wait(CHECK_EVERY_MS)
  }
  return { kind: 'not-placed' }
}

const NO_ANSWER_YET = new Set<string | null>(['REQUEST_IN_PROGRESS', 'REQUEST_TIMEOUT'])

function isAnswer(error: ShopError) {
  return isRefused(error) && !NO_ANSWER_YET.has(error.code)
}

const FINAL = new Set<string | null>([
  'PAYMENT_DECLINED',
  'PRICE_CHANGED',
  'OUT_OF_STOCK',
  'PRODUCT_UNAVAILABLE',
  'VALIDATION_FAILED',
])

/** Whether the refusal is about this order: to be told to sign in or to come back later says nothing of it. */
export function isFinal({ code }: ShopError): boolean {
  return FINAL.has(code)
}

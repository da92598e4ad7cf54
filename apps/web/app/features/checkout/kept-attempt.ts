import { readRecord, writeRecord } from '@nashta/browser/storage/storage-record'
import { type CheckoutAttempt, checkoutAttemptRecord } from './checkout-attempt.ts'

export type KeptAttempt = ReturnType<typeof createKeptAttempt>

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const { key: STORAGE_KEY } = checkoutAttemptRecord

/**
 * The attempt to buy that this tab is at, over reloads. One key stands for one order: it changes only when the
 * store has said what became of it, or when it was never sent and the shopper wants something else.
 */
export function createKeptAttempt(storage: Shelf | null, newKey: () => string) {
  // Storage that is full or forbidden forgets at the next reload, and no sooner.
  let here = readRecord(checkoutAttemptRecord, silently(() => storage?.getItem(STORAGE_KEY)) ?? null)

  function keep(next: CheckoutAttempt) {
    here = next
    silently(() => storage?.setItem(STORAGE_KEY, writeRecord(checkoutAttemptRecord, next)))
    return next
  }

  return {
    /** The attempt under way, or a new one. */
    open(userId: string, content: string): CheckoutAttempt {
      const isSame = here?.userId === userId && (here.unsure || here.content === content)
      return here && isSame ? here : keep({ userId, content, key: newKey(), unsure: false })
    },
    /** The attempt that was sent and not answered, if there is one. */
    unsure(userId: string): CheckoutAttempt | null {
      return here?.userId === userId && here.unsure ? here : null
    },
    sending(sent: CheckoutAttempt, after: string | null) {
      keep({ ...sent, after, unsure: true })
    },
    /** The store knows of no order: the same key may try again. */
    neverArrived() {
      if (here) keep({ ...here, unsure: false })
    },
    /** It was placed or refused: the next order has a key of its own. */
    close() {
      here = null
      silently(() => storage?.removeItem(STORAGE_KEY))
    },
  }
}

function silently<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

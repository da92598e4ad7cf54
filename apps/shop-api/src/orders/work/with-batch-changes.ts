import type { Documents } from '@nashta/documents/documents'
import { BOOK_WRITES_MAX, finishBatchChangesOf } from '../../catalogue/batches/batch-changes.ts'
import type { PurchaseStore } from '../order/purchase-store.ts'

/** Changes the books of an order of many products right after the order, so that it can be packed again. */
export function withBatchChanges(purchases: PurchaseStore, documents: Documents): PurchaseStore {
  return {
    ...purchases,
    // Not the function as it is now: tests replace it.
    async update(purchaseId, transition) {
      const after = await purchases.update(purchaseId, transition)
      // A failure changes nothing for the caller: the reconciler does it later.
      if (after && after.lines.length > BOOK_WRITES_MAX)
        await finishBatchChangesOf(documents, purchaseId).catch(() => {})
      return after
    },
  }
}

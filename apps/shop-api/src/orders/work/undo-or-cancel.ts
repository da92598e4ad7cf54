import { ServiceError } from '@nashta/service-kit/service-error'

/**
 * Calls `settle` to undo edits of an order. If the snacks that the undo needs are sold out by now, calls it again with
 * `mayUndo` false, which cancels the order.
 */
export async function undoOrCancel<Result>(settle: (mayUndo: boolean) => Promise<Result>): Promise<Result> {
  try {
    return await settle(true)
  } catch (error) {
    const isSold = error instanceof ServiceError && error.code === 'OUT_OF_STOCK'
    if (!isSold) throw error
    return settle(false)
  }
}

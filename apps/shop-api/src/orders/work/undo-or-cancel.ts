import { ServiceError } from '@nashta/service-kit/service-error'

/** Undoes edits of an order. If its snacks are sold meanwhile, it cannot be as it was, and is cancelled. */
export async function undoOrCancel<Result>(undo: (mayUndo: boolean) => Promise<Result>): Promise<Result> {
  try {
    return await undo(true)
  } catch (error) {
    const isSold = error instanceof ServiceError && error.code === 'OUT_OF_STOCK'
    if (!isSold) throw error
    return undo(false)
  }
}

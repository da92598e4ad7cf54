import { ServiceError } from '@nashta/service-kit/service-error'
import type { OrderEvent } from '../events/settle-order.ts'

/** Refuses an edit. If its snacks are sold meanwhile, the order cannot be as it was, and is cancelled. */
export async function refuseEdit<Result>(
  editId: string,
  settle: (event: OrderEvent) => Promise<Result>,
): Promise<Result> {
  try {
    return await settle({ kind: 'editRefused', editId, mayUndo: true })
  } catch (error) {
    const isSold = error instanceof ServiceError && error.code === 'OUT_OF_STOCK'
    if (!isSold) throw error
    return settle({ kind: 'editRefused', editId, mayUndo: false })
  }
}

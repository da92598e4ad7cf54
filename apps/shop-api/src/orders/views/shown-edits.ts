import { paiseToRupees } from '@nashta/contracts/money'
import type { OrderEdit } from '@nashta/contracts/orders/order-edit'
import type { EditRecord, OrderRecord } from '../order/purchase-store.ts'

/** What operators have changed. Nothing if they have changed nothing. */
export function shownEdits({ edits }: Pick<OrderRecord, 'edits'>): { edits?: OrderEdit[] } {
  return edits ? { edits: edits.list.map(toEdit) } : {}
}

export function toEdit({
  editId,
  at,
  lines,
  parts,
  shippingFeePaise,
  discountPaise,
  lostOffers,
  totalPaise,
  backPaise,
  owedPaise,
  refusedAt,
  undoneAt,
}: Omit<EditRecord, 'key' | 'request'>): OrderEdit {
  return {
    editId,
    at,
    lines: lines.map(({ pricePaise, ...line }) => Object.assign(line, { price: paiseToRupees(pricePaise) })),
    parts: [...parts],
    shippingFee: toAmounts(shippingFeePaise),
    discount: toAmounts(discountPaise),
    lostOffers: [...lostOffers],
    total: toAmounts(totalPaise),
    ...(backPaise !== undefined && { back: paiseToRupees(backPaise) }),
    ...(owedPaise !== undefined && { owed: paiseToRupees(owedPaise) }),
    ...(undoneAt !== undefined && { undoneAt }),
    ...(refusedAt !== undefined && { refusedAt }),
  }
}

function toAmounts({ before, after }: EditRecord['totalPaise']) {
  return { before: paiseToRupees(before), after: paiseToRupees(after) }
}

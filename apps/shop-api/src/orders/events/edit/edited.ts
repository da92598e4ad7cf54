import { asPaise } from '@nashta/contracts/money'
import { LINK_HOURS } from '@nashta/contracts/orders/desk/take-order'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { missingPaise } from '../../order/further-payments.ts'
import { unchanged, withTimeline } from '../../order/order-state.ts'
import type { EditRecord, OrderContent, OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { findLine, netPaid } from '../../order/refunded.ts'
import { assertMayEdit, contentOf, discountOf, productIdsOf, withContent } from '../rules/edits.ts'
import { withAttemptsEnded } from '../rules/owed-rest.ts'
import { withEditedContent } from '../rules/packing.ts'
import { addRefund } from '../rules/refunds.ts'

const EDIT_REASON = 'The order was changed and costs less'

/** An operator has changed an order that is not packed yet. */
type Edited = {
  kind: 'edited'
  /** The idempotency key. A repeated request with the same key edits nothing. */
  key: string
  /** A hash of the request. */
  request: string
  /** The order as it shall be. It was priced for the order that the operator has seen. */
  content: OrderContent
}

/**
 * Gives the order another content. What it costs less goes back as money that the order does not wait for
 * any more, so that a later refund or bill knows only the new sum.
 */
export function editOrder(
  order: OrderRecord,
  { key, request, content }: Edited,
  { at }: ShopTime,
): OrderTransition {
  const earlier = order.edits?.list.find((edit) => edit.key === key)
  if (earlier?.request === request) return unchanged(order)
  if (earlier) throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another edit')
  assertMayEdit(order)
  const { order: edited, effects } = withContent(order, content)
  const backPaise = asPaise(
    order.payment.state === 'paid' ? Math.max(0, order.payment.paidPaise - content.totalPaise) : 0,
  )
  const owed = missingPaise(edited)
  const editId = `E${(order.edits?.list.length ?? 0) + 1}`
  const edit = {
    editId,
    key,
    request,
    at: at.toISOString(),
    ...changesOf(order, edited),
    ...(backPaise > 0 && { backPaise }),
    ...(owed > 0 && { owedPaise: owed }),
  }
  const agreed = order.edits?.agreed ?? { ...contentOf(order), refundsBefore: order.refunds.length }
  const listed = {
    ...withTimeline(edited, at, 'edited', { amountPaise: content.totalPaise }),
    edits: {
      list: [...(order.edits?.list ?? []), edit],
      agreed,
      ...(owed > 0 && { owed: owedSince(order, editId, at) }),
    },
  }
  return {
    // A payment that was begun has another sum.
    order: withEditedContent(withMoneyBack(withAttemptsEnded(listed, at), { editId, backPaise }, at), at),
    effects: [...effects, { kind: 'queueMail', mail: 'edited', editId }],
  }
}

type OwedRest = NonNullable<NonNullable<OrderRecord['edits']>['owed']>

/** A further edit gives the shopper the whole time again, and what is undone stays the same. */
function owedSince(order: OrderRecord, editId: string, at: Date): OwedRest {
  const { owed, agreed } = order.edits ?? {}
  const expiresAt = new Date(at.getTime() + LINK_HOURS * 3_600_000).toISOString()
  if (owed) return { ...owed, expiresAt }
  return { editId, expiresAt, ...(agreed && { before: contentOf(order) }) }
}

function withMoneyBack(
  order: OrderRecord,
  { editId, backPaise: amountPaise }: Required<Pick<EditRecord, 'editId' | 'backPaise'>>,
  at: Date,
) {
  if (amountPaise <= 0) return order
  const paidPaise = asPaise(order.payment.paidPaise - amountPaise)
  const paid = { ...order, payment: { ...order.payment, paidPaise } }
  // The refunds of units are a part of what is paid, which the order must not fall below.
  if (netPaid(paid) < 0) throw new ServiceError('REFUND_TOO_MUCH', 'So much was not paid for what is left')
  return addRefund(paid, { key: `edit:${editId}`, reason: EDIT_REASON, amountPaise, isLate: true }, at)
}

/** What differs, as shopper and operators read it. */
function changesOf(before: OrderRecord, after: OrderRecord) {
  const lines = productIdsOf(before.lines, after.lines).flatMap((productId) => {
    const [was, is] = [findLine(before, productId), findLine(after, productId)]
    const line = is ?? was
    if (!line || was?.quantity === is?.quantity) return []
    const { name, pricePaise } = line
    return [{ productId, name, pricePaise, before: was?.quantity ?? 0, after: is?.quantity ?? 0 }]
  })
  return {
    lines,
    parts: partsOf(before, after),
    shippingFeePaise: { before: before.shippingFeePaise, after: after.shippingFeePaise },
    discountPaise: { before: discountOf(before), after: discountOf(after) },
    lostOffers: (before.offers ?? []).flatMap(({ offerId, name }) =>
      after.offers?.some((offer) => offer.offerId === offerId) ? [] : [name],
    ),
    totalPaise: { before: before.totalPaise, after: after.totalPaise },
  }
}

function partsOf(before: OrderRecord, after: OrderRecord): EditRecord['parts'] {
  const { fullName, phoneNumber, ...address } = after.shippingAddress
  const { fullName: oldName, phoneNumber: oldPhone, ...oldAddress } = before.shippingAddress
  const isSameAddress = isSameText(address, oldAddress)
  return [
    ...(fullName === oldName ? [] : ['name' as const]),
    ...(isSameAddress ? [] : ['address' as const]),
    ...(phoneNumber === oldPhone ? [] : ['phone' as const]),
    ...(after.details.shopNote === before.details.shopNote ? [] : ['note' as const]),
  ]
}

/** An empty field is as good as none. */
function isSameText(one: Record<string, string | undefined>, other: Record<string, string | undefined>) {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (name) => (one[name] ?? '') === (other[name] ?? ''),
  )
}

/** Whether the edit changes anything that shopper or operators would see. */
export function changesNothing({
  lines,
  parts,
  totalPaise,
}: Pick<EditRecord, 'lines' | 'parts' | 'totalPaise'>) {
  return lines.length === 0 && parts.length === 0 && totalPaise.before === totalPaise.after
}

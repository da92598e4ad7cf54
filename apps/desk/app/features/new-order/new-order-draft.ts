import type { TakeOrderBody } from '@nashta/contracts/orders/desk/take-order'

export type DraftLine = { productId: string; name: string; price: number; quantity: number }

/** What the operator has typed. All texts, so that a reload brings back whatever stood in the fields. */
export type NewOrderDraft = {
  phone: string
  name: string
  email: string
  /** The row of the customer that was chosen; empty for a new one. */
  customerId: string
  lines: readonly DraftLine[]
  isCollected: boolean
  addressLine1: string
  addressLine2: string
  city: string
  state: string
  pincode: string
  discount: string
  reason: string
  way: string
  shopNote: string
  giftMessage: string
  /** The idempotency key. It is stored with the first request, so that a repeat after a reload takes no second order. */
  key: string
}

export const EMPTY_ORDER: NewOrderDraft = {
  phone: '',
  name: '',
  email: '',
  customerId: '',
  lines: [],
  isCollected: false,
  addressLine1: '',
  addressLine2: '',
  city: '',
  state: '',
  pincode: '',
  discount: '',
  reason: '',
  way: 'onDelivery',
  shopNote: '',
  giftMessage: '',
  key: '',
}

/** One more unit of a product. */
export function withProduct(lines: readonly DraftLine[], added: Omit<DraftLine, 'quantity'>): DraftLine[] {
  const known = lines.find(({ productId }) => productId === added.productId)
  if (!known) return [...lines, { ...added, quantity: 1 }]
  return withQuantity(lines, added.productId, known.quantity + 1)
}

/** Without units, the line is removed. */
export function withQuantity(lines: readonly DraftLine[], productId: string, quantity: number): DraftLine[] {
  return lines.flatMap((line) => {
    if (line.productId !== productId) return [line]
    return quantity > 0 ? [Object.assign({}, line, { quantity })] : []
  })
}

export function itemsOf({ lines }: NewOrderDraft) {
  return lines.map(({ productId, quantity }) => ({ productId, quantity }))
}

/** Undefined without a discount. */
export function discountOf({ discount, reason }: NewOrderDraft) {
  return discount.trim() === '' ? undefined : { amount: Number(discount), reason }
}

function paymentOf(way: string): TakeOrderBody['payment'] {
  if (way === 'cash' || way === 'onDelivery') return { way }
  return { way: 'link', method: way === 'card' || way === 'netbanking' ? way : 'upi' }
}

/** The request as the form reads it; `totalAmount` is the total that the operator sees. */
export function requestOf(draft: NewOrderDraft, totalAmount: number | undefined) {
  const { phone: phoneNumber, name: fullName, email, customerId, isCollected } = draft
  const { addressLine1, addressLine2, city, state, pincode, shopNote, giftMessage } = draft
  const discount = discountOf(draft)
  return {
    items: itemsOf(draft),
    totalAmount,
    payment: paymentOf(draft.way),
    ...(discount && { discount }),
    ...(email.trim() && { email }),
    ...(customerId && { customerId }),
    ...(isCollected
      ? { collector: { fullName, phoneNumber } }
      : { address: { fullName, phoneNumber, addressLine1, addressLine2, city, state, pincode } }),
    details: { shopNote, giftMessage },
  }
}

import { formatRupees, rupeesToPaise } from '../money.ts'
import type { EditedLine, EditedPart, OrderEdit } from './order-edit.ts'

const PART_TEXTS: Record<EditedPart, string> = {
  name: 'Another name',
  address: 'Another delivery address',
  phone: 'Another phone number',
  note: 'Another note to the shop',
}

/** What an edit has changed beside the total, each as a short text. */
export function describeEdit({ lines, parts, shippingFee, discount, lostOffers }: OrderEdit): string[] {
  return [
    ...lines.map(describeLine),
    // A newer Shop API may have changed a part that this page does not know.
    ...parts.map((part) => PART_TEXTS[part as EditedPart] ?? 'Other details'),
    ...(shippingFee.before === shippingFee.after
      ? []
      : [`Delivery: ${feeText(shippingFee.after)} instead of ${feeText(shippingFee.before)}`]),
    ...lostOffers.map((name) => `Its conditions no longer hold: ${name}`),
    ...(discount.before === discount.after
      ? []
      : [`Discounts: ${amountText(discount.after)} instead of ${amountText(discount.before)}`]),
  ]
}

function describeLine({ name, before, after }: EditedLine): string {
  if (before === 0) return `Added: ${after} × ${name}`
  return after === 0 ? `Taken out: ${before} × ${name}` : `${name}: ${after} instead of ${before}`
}

function feeText(rupees: number) {
  return rupees === 0 ? 'free' : amountText(rupees)
}

function amountText(rupees: number) {
  return formatRupees(rupeesToPaise(rupees))
}

/** What follows when the shopper refuses the edits. */
export function refusalText(refusal: string): string {
  return refusal === 'undo'
    ? 'Your order is then again as you placed it. If a snack is sold out by then, it is cancelled instead, and what you have paid goes back.'
    : 'Your order is then cancelled, and what you have paid goes back.'
}

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
    ...lostOffers.map((name) => `No longer applies: ${name}`),
    ...(discount.before === discount.after
      ? []
      : [`Discounts: ${amountText(discount.after)} instead of ${amountText(discount.before)}`]),
  ]
}

function describeLine({ name, before, after }: EditedLine): string {
  if (before === 0) return `Added: ${after} × ${name}`
  return after === 0 ? `Removed: ${before} × ${name}` : `${name}: ${after} instead of ${before}`
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
    ? 'Your order goes back to how you placed it. If a snack has sold out by then, the order is cancelled instead, and you get back what you paid.'
    : 'Your order is cancelled, and you get back what you paid.'
}

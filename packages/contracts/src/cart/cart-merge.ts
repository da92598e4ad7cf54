import { LINE_QUANTITY_MAX } from '../constants.ts'
import { type CartLine, removeItem } from './cart-rules.ts'

/** Quantities to add, or with a negative quantity to take away, in this order. */
export type CartDelta = readonly CartLine[]

/**
 * Each step is limited on its own to quantities from zero to the maximum: taking three from a missing line and then
 * adding two gives two. A product for which `lineOf` returns null is not added.
 */
export function mergeLines<Line extends CartLine>(
  lines: readonly Line[],
  delta: CartDelta,
  lineOf: (productId: string, quantity: number) => Line | null,
): Line[] {
  return delta.reduce<Line[]>((merged, step) => mergeStep(merged, step, lineOf), [...lines])
}

function mergeStep<Line extends CartLine>(
  lines: Line[],
  { productId, quantity: more }: CartLine,
  lineOf: (productId: string, quantity: number) => Line | null,
): Line[] {
  const present = lines.find((line) => line.productId === productId)
  const quantity = Math.min((present?.quantity ?? 0) + more, LINE_QUANTITY_MAX)
  if (quantity <= 0) return removeItem(lines, productId)
  if (present) return lines.map((line) => (line === present ? { ...line, quantity } : line))
  const line = lineOf(productId, quantity)
  return line ? [...lines, line] : lines
}

import { LINE_QUANTITY_MAX } from '../constants.ts'
import { type CartLine, removeItem } from './cart-rules.ts'

/** Changes of a cart, in order. Each adds its quantity; a negative quantity is subtracted. */
export type CartDelta = readonly CartLine[]

/**
 * Applies a delta step by step. After each step the quantity is between zero and the maximum:
 * subtracting three from a missing line and then adding two gives two. A product for which
 * `newLine` returns null is not added.
 */
export function mergeLines<Line extends CartLine>(
  lines: readonly Line[],
  delta: CartDelta,
  newLine: (productId: string, quantity: number) => Line | null,
): Line[] {
  return delta.reduce<Line[]>((merged, step) => mergeStep(merged, step, newLine), [...lines])
}

function mergeStep<Line extends CartLine>(
  lines: Line[],
  { productId, quantity: change }: CartLine,
  newLine: (productId: string, quantity: number) => Line | null,
): Line[] {
  const present = lines.find((line) => line.productId === productId)
  const quantity = Math.min((present?.quantity ?? 0) + change, LINE_QUANTITY_MAX)
  if (quantity <= 0) return removeItem(lines, productId)
  if (present) return lines.map((line) => (line === present ? { ...line, quantity } : line))
  const line = newLine(productId, quantity)
  return line ? [...lines, line] : lines
}

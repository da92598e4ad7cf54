import { LINE_QUANTITY_MAX } from '../constants.ts'
import { type CartLine, removeItem } from './cart-rules.ts'

/** What joins a cart, and below zero what leaves it, in this order. */
export type CartDelta = readonly CartLine[]

/**
 * Every step on its own stays between nothing and the most a line may have: three taken from a line that is gone
 * already, then two added, are two. What `lineOf` does not know is not brought in.
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

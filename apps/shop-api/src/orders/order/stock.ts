import type { OrderLine, OrderRecord, TakenStock } from './purchase-store.ts'

/** The stock that an order takes. Only the products in `countedIds` have a limited stock. */
export function takenStockOf(lines: readonly OrderLine[], countedIds: ReadonlySet<string>): TakenStock[] {
  return lines.flatMap(({ productId, quantity }) =>
    countedIds.has(productId) ? [{ productId, quantity }] : [],
  )
}

/** The order's line of the product, with the quantity of these units. They are of one of its lines. */
export function lineOfUnits(order: OrderRecord, { productId, quantity }: TakenStock): OrderLine {
  const line = order.lines.find((each) => each.productId === productId)
  if (!line) throw new Error(`The order has no line of ${productId}`)
  return { ...line, quantity }
}

/** The taken stock that can be returned: that of products that still have a limited stock. */
export function stockToReturn<T extends TakenStock>(
  stock: readonly T[],
  countedIds: ReadonlySet<string>,
): T[] {
  return stock.filter(({ productId }) => countedIds.has(productId))
}

/** The units of `a` that are also in `b`. Each product is at most once in a list of units. */
export function commonUnits(a: readonly TakenStock[], b: readonly TakenStock[]): TakenStock[] {
  return withUnits(a, (productId, quantity) => Math.min(quantity, unitsOf(b, productId)))
}

export function subtractUnits(from: readonly TakenStock[], units: readonly TakenStock[]): TakenStock[] {
  return withUnits(from, (productId, quantity) => quantity - unitsOf(units, productId))
}

export function addUnits(to: readonly TakenStock[], units: readonly TakenStock[]): TakenStock[] {
  const added = units.filter(({ productId }) => unitsOf(to, productId) === 0)
  return [...withUnits(to, (productId, quantity) => quantity + unitsOf(units, productId)), ...added]
}

export function unitsOf(units: readonly TakenStock[], productId: string): number {
  return units.find((each) => each.productId === productId)?.quantity ?? 0
}

/** Gives each product its new quantity. Products without units are left out. */
function withUnits(
  units: readonly TakenStock[],
  newQuantity: (productId: string, quantity: number) => number,
): TakenStock[] {
  return units
    .map(({ productId, quantity }) => ({ productId, quantity: newQuantity(productId, quantity) }))
    .filter(({ quantity }) => quantity > 0)
}

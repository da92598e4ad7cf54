import { asPaise, type Paise } from '../money.ts'

type Priced = { quantity: number; pricePaise: Paise }

export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

/** What a line costs before any discount. */
export function listPrice({ pricePaise, quantity }: Priced): Paise {
  return asPaise(pricePaise * quantity)
}

/** What the lines cost before any discount. */
export function sumPrices(lines: readonly Priced[]): Paise {
  return asPaise(sumOf(lines.map(listPrice)))
}

/** What `units` of the `left.units` cost: their share of `left.paise`, rounded down. The last units cost all that remains. */
export function priceOfUnits(left: { paise: number; units: number }, units: number): Paise {
  if (units >= left.units) return asPaise(left.paise)
  // The product of both may be larger than a number holds exactly.
  return asPaise(Number((BigInt(left.paise) * BigInt(units)) / BigInt(left.units)))
}

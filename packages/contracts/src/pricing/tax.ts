import { asPaise, type Paise } from '../money.ts'
import { sumOf } from './sums.ts'

/** Whether the goods stay in the seller's state. It decides which taxes are due. */
export type SupplyKind = 'intra' | 'inter'

/** An amount with the taxes that it includes. The parts add up to `grossPaise`. */
export type TaxedAmount = {
  grossPaise: Paise
  taxablePaise: Paise
  igstPaise: Paise
  cgstPaise: Paise
  /** Of a union territory without a legislature, this is UTGST. */
  sgstPaise: Paise
}

const NO_AMOUNT: TaxedAmount = {
  grossPaise: asPaise(0),
  taxablePaise: asPaise(0),
  igstPaise: asPaise(0),
  cgstPaise: asPaise(0),
  sgstPaise: asPaise(0),
}

/**
 * Takes the tax out of an amount that includes it. Within a state, the two halves are equal: each is
 * rounded, and what is left is the taxable value. So ₹49 at 5 % is 46.66 + 1.17 + 1.17.
 */
export function splitTax(grossPaise: Paise, ratePercent: number, supply: SupplyKind): TaxedAmount {
  if (supply === 'inter') {
    const igstPaise = divideRounded(grossPaise * ratePercent, 100 + ratePercent)
    return { ...NO_AMOUNT, grossPaise, igstPaise, taxablePaise: asPaise(grossPaise - igstPaise) }
  }
  const half = divideRounded(grossPaise * ratePercent, 2 * (100 + ratePercent))
  return {
    ...NO_AMOUNT,
    grossPaise,
    cgstPaise: half,
    sgstPaise: half,
    taxablePaise: asPaise(grossPaise - 2 * half),
  }
}

/** Divides whole numbers that are not negative. Half a paisa is rounded up. */
function divideRounded(dividend: number, divisor: number): Paise {
  return asPaise(Math.floor((2 * dividend + divisor) / (2 * divisor)))
}

/** The amount without any tax shown: of a seller who may not charge tax. */
export function untaxed(grossPaise: Paise): TaxedAmount {
  return { ...NO_AMOUNT, grossPaise, taxablePaise: grossPaise }
}

export function addAmounts(amounts: readonly TaxedAmount[]): TaxedAmount {
  return amounts.reduce((sum, amount) => addSigned(sum, amount, 1), NO_AMOUNT)
}

export function subtractAmount(from: TaxedAmount, taken: TaxedAmount): TaxedAmount {
  return addSigned(from, taken, -1)
}

function addSigned(one: TaxedAmount, other: TaxedAmount, sign: 1 | -1): TaxedAmount {
  return {
    grossPaise: asPaise(one.grossPaise + sign * other.grossPaise),
    taxablePaise: asPaise(one.taxablePaise + sign * other.taxablePaise),
    igstPaise: asPaise(one.igstPaise + sign * other.igstPaise),
    cgstPaise: asPaise(one.cgstPaise + sign * other.cgstPaise),
    sgstPaise: asPaise(one.sgstPaise + sign * other.sgstPaise),
  }
}

/**
 * A part of an amount, with its part of each tax. The caller subtracts each part from `left`, so all
 * parts together are exactly the amount: the last part takes what rounding has left.
 */
export function partOf(left: TaxedAmount, grossPaise: Paise): TaxedAmount {
  if (grossPaise === left.grossPaise) return left
  const share = (paise: Paise) => divideLarge(BigInt(paise) * BigInt(grossPaise), BigInt(left.grossPaise))
  const [igstPaise, cgstPaise, sgstPaise] = [
    share(left.igstPaise),
    share(left.cgstPaise),
    share(left.sgstPaise),
  ]
  const taxablePaise = asPaise(grossPaise - igstPaise - cgstPaise - sgstPaise)
  return { grossPaise, taxablePaise, igstPaise, cgstPaise, sgstPaise }
}

/** The product of two amounts may be larger than a number can hold exactly. */
function divideLarge(dividend: bigint, divisor: bigint): Paise {
  return asPaise(Number((2n * dividend + divisor) / (2n * divisor)))
}

/**
 * Divides an amount by weights, to the paisa: each part is rounded down, and the largest remainders
 * get one paisa more. Equal remainders are served in their order.
 */
export function divideByWeight(total: Paise, weights: readonly number[]): Paise[] {
  const sum = sumOf(weights)
  // Free goods have no value to divide by.
  if (sum === 0) return weights.map((_, index) => asPaise(index === 0 ? total : 0))
  const products = weights.map((weight) => BigInt(total) * BigInt(weight))
  const parts = products.map((product) => Number(product / BigInt(sum)))
  const missing = total - sumOf(parts)
  const byRemainder = products
    .map((product, index) => ({ remainder: product % BigInt(sum), index }))
    .toSorted(
      (one, other) => Number(other.remainder > one.remainder) - Number(other.remainder < one.remainder),
    )
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index))
  return parts.map((part, index) => asPaise(raised.has(index) ? part + 1 : part))
}

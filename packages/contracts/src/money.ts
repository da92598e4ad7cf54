declare const paiseUnit: unique symbol

/**
 * A whole number of paise. Money is added and multiplied only in paise, because sums of rupee
 * fractions are inexact. Rupees appear only on the wire and on the screen. The brand makes the
 * compiler refuse rupees where paise are expected.
 */
export type Paise = number & { readonly [paiseUnit]: true }

// An amount has at most thirteen digits before the decimal point. So the floating-point error of
// `rupees * 100` is below half a paisa, and rounding gives the right integer.
const RUPEES = /^(?:0|[1-9]\d{0,12})(?:\.\d{1,2})?$/

/**
 * Parses an amount in rupees. Returns null for signs, separators, exponents, a third decimal and
 * leading zeros. Surrounding spaces, which pasting adds, are ignored.
 */
export function parseRupees(value: number | string): Paise | null {
  const text = String(value).trim()
  return RUPEES.test(text) ? asPaise(Math.round(Number(text) * 100)) : null
}

/** Whether the number is an amount in rupees: not negative, with at most two decimals. */
export function isRupeeAmount(value: number): boolean {
  const paise = Math.round(value * 100)
  return value >= 0 && Number.isSafeInteger(paise) && paise / 100 === value
}

/** Throws a RangeError for an amount below zero or with a fraction of a paisa. */
export function rupeesToPaise(rupees: number): Paise {
  if (!isRupeeAmount(rupees)) throw new RangeError(`Not a rupee amount: ${rupees}`)
  return asPaise(Math.round(rupees * 100))
}

export function paiseToRupees(paise: Paise): number {
  return paise / 100
}

/** Marks a number as paise, for example one from a database. Throws a RangeError for a fraction. */
export function asPaise(value: number): Paise {
  if (!isPaise(value)) throw new RangeError(`Not a whole number of paise: ${value}`)
  return value
}

function isPaise(value: number): value is Paise {
  return Number.isSafeInteger(value)
}

/**
 * Formats an amount: ₹89, ₹72.50, ₹1,00,000. Intl is not used, because its output depends on the
 * locale data of each runtime. Server and browser must print the same characters.
 */
export function formatRupees(paise: Paise): string {
  const amount = Math.abs(paise)
  const fraction = amount % 100
  const decimals = fraction === 0 ? '' : `.${String(fraction).padStart(2, '0')}`
  return `${paise < 0 ? '-' : ''}₹${groupIndian(String(Math.floor(amount / 100)))}${decimals}`
}

/** Formats a count with Indian digit groups: 1,00,000. */
export function formatCount(count: number): string {
  return groupIndian(String(count))
}

/** Three digits at the end, then groups of two: 12,34,56,789. */
function groupIndian(digits: string): string {
  let grouped = digits.slice(-3)
  for (let end = digits.length - 3; end > 0; end -= 2) {
    grouped = `${digits.slice(Math.max(0, end - 2), end)},${grouped}`
  }
  return grouped
}

declare const paiseUnit: unique symbol

/**
 * A whole number of paise. Money is added and multiplied only in this unit, since sums of rupee
 * fractions drift; rupees appear on the wire and on the screen. The brand makes the compiler refuse
 * rupees where paise are meant.
 */
export type Paise = number & { readonly [paiseUnit]: true }

// Thirteen digits of rupees stay below 2^51 paise, where `rupees * 100` still rounds to the right integer.
const RUPEES = /^(?:0|[1-9]\d{0,12})(?:\.\d{1,2})?$/

/**
 * Reads a rupee amount, or null when it is not plainly one: signs, separators, exponents, a third
 * decimal and leading zeros are refused. Spaces around text are let go, as pasting brings them.
 */
export function parseRupees(value: number | string): Paise | null {
  const text = String(value).trim()
  return RUPEES.test(text) ? asPaise(Math.round(Number(text) * 100)) : null
}

/** Whether the number is rupees and whole paise, nothing finer. */
export function isRupeeAmount(value: number): boolean {
  const paise = Math.round(value * 100)
  return value >= 0 && Number.isSafeInteger(paise) && paise / 100 === value
}

/** Exact, or a RangeError: an amount with a fraction of a paisa is a mistake made earlier. */
export function rupeesToPaise(rupees: number): Paise {
  if (!isRupeeAmount(rupees)) throw new RangeError(`Not a rupee amount: ${rupees}`)
  return asPaise(Math.round(rupees * 100))
}

export function paiseToRupees(paise: Paise): number {
  return paise / 100
}

/** For amounts that already are paise, such as a stored column. */
export function asPaise(value: number): Paise {
  if (!isPaise(value)) throw new RangeError(`Not a whole number of paise: ${value}`)
  return value
}

function isPaise(value: number): value is Paise {
  return Number.isSafeInteger(value)
}

/**
 * ₹89, ₹72.50, ₹1,00,000. Written out instead of taken from Intl, whose output depends on the
 * locale data of each runtime: server and browser must print the same characters.
 */
export function formatRupees(paise: Paise): string {
  const amount = Math.abs(paise)
  const fraction = amount % 100
  const decimals = fraction === 0 ? '' : `.${String(fraction).padStart(2, '0')}`
  return `${paise < 0 ? '-' : ''}₹${groupIndian(String(Math.floor(amount / 100)))}${decimals}`
}

/** A whole number of things, grouped as amounts are: 1,00,000. */
export function formatCount(count: number): string {
  return groupIndian(String(count))
}

/** Three digits at the end, then twos: 12,34,56,789. */
function groupIndian(digits: string): string {
  let grouped = digits.slice(-3)
  for (let end = digits.length - 3; end > 0; end -= 2) {
    grouped = `${digits.slice(Math.max(0, end - 2), end)},${grouped}`
  }
  return grouped
}

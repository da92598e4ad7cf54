/** The digits of base 36. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const BASE = DIGITS.length

/** State (2 digits), PAN (10 characters), number of the registration, Z, check digit: 32AQGPT3408B1ZA. */
const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/

export const GSTIN_INVALID = 'This GSTIN has a wrong character: its check digit does not fit'

/** A GSTIN is often written with spaces and small letters. */
export function normaliseGstin(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase()
}

/** Whether the text has the form of a GSTIN and the right check digit. */
export function isGstin(text: string): boolean {
  return GSTIN.test(text) && checkDigit(text.slice(0, -1)) === text.at(-1)
}

/**
 * The check digit by the rule of the tax office. All numbers are in base 36. The digits are
 * multiplied by 1 and 2 alternately, and the two digits of each product are added to a sum. The
 * check digit fills the sum up to a multiple of 36.
 */
function checkDigit(characters: string): string | undefined {
  let sum = 0
  for (const [index, character] of Array.from(characters).entries()) {
    const product = DIGITS.indexOf(character) * (index % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / BASE) + (product % BASE)
  }
  return DIGITS[(BASE - (sum % BASE)) % BASE]
}

import { CARD_NUMBER_MAX_LENGTH } from '@nashta/contracts/orders/payment-details'

const CVV_MAX_LENGTH = 3

/** Numbers are typed, pasted and filled in with spaces and dashes: these go first, so that no digit is cut off. */
export function cardNumberOf(typed: string): string {
  return digitsOf(typed).slice(0, CARD_NUMBER_MAX_LENGTH)
}

export function cvvOf(typed: string): string {
  return digitsOf(typed).slice(0, CVV_MAX_LENGTH)
}

/** MM/YY, as far as it is typed; a browser that fills in the whole year loses its century. */
export function expiryOf(typed: string): string {
  const digits = digitsOf(/^\s*[2-9]/.test(typed) || /^\s*1\s*[/-]/.test(typed) ? `0${typed.trim()}` : typed)
  const month = digits.slice(0, 2)
  const year = digits.length >= 6 ? digits.slice(4, 6) : digits.slice(2, 4)
  return year === '' ? month : `${month}/${year}`
}

function digitsOf(text: string) {
  return text.replace(/\D/g, '')
}

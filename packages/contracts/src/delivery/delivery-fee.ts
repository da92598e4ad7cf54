import { asPaise, type Paise, rupeesToPaise } from '../money.ts'

const PINCODE = /^[1-9]\d{5}$/

/** Parses a pincode that a shopper typed, such as `560 001` or `560-001`; null when it is none. */
export function parsePincode(text: string): string | null {
  if (PINCODE.test(text)) return text
  // NFKC turns full-width digits into plain ones. Letters are not removed: `560001A` is no pincode.
  const lettersAndDigits = text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')
  return PINCODE.test(lettersAndDigits) ? lettersAndDigits : null
}

/** Amounts in rupees. An order of `freeFrom` or more is delivered free. */
type FeeTerms = { fee: number; freeFrom?: number | undefined }

/** The fee for an order whose products cost `subtotal`. */
export function deliveryFee({ fee, freeFrom }: FeeTerms, subtotal: Paise): Paise {
  const isFree = freeFrom !== undefined && subtotal >= rupeesToPaise(freeFrom)
  return isFree ? asPaise(0) : rupeesToPaise(fee)
}

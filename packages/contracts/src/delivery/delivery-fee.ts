import { asPaise, type Paise, rupeesToPaise } from '../money.ts'

const PINCODE = /^[1-9]\d{5}$/

/** The pincode in a text that a shopper typed, such as `560 001` or `560-001`; null when there is none. */
export function parsePincode(text: string): string | null {
  if (PINCODE.test(text)) return text
  // NFKC turns full-width digits into plain ones. Letters stay, so that `560001A` is no pincode.
  const lettersAndDigits = text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')
  return PINCODE.test(lettersAndDigits) ? lettersAndDigits : null
}

/** In rupees. */
type FeeTerms = { fee: number; freeFrom?: number | undefined }

/** The fee for an order whose products cost `subtotal`. */
export function deliveryFee({ fee, freeFrom }: FeeTerms, subtotal: Paise): Paise {
  const isFree = freeFrom !== undefined && subtotal >= rupeesToPaise(freeFrom)
  return isFree ? asPaise(0) : rupeesToPaise(fee)
}

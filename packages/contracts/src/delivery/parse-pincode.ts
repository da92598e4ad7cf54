const PINCODE = /^[1-9]\d{5}$/

/** Parses a pincode that a shopper typed, such as `560 001` or `560-001`; null when it is none. */
export function parsePincode(text: string): string | null {
  if (PINCODE.test(text)) return text
  // NFKC turns full-width digits into plain ones. Letters are not removed: `560001A` is no pincode.
  const lettersAndDigits = text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')
  return PINCODE.test(lettersAndDigits) ? lettersAndDigits : null
}

/** Whether a valid pincode belongs to the Army Post. Its pincodes lie in no state and no table. */
export function isArmyPost(pincode: string): boolean {
  return pincode.startsWith('9')
}

/**
 * Banks number a UPI payment by 12 digits (UTR), and other transfers by 16 or 22 letters and digits.
 * UPI apps show numbers of up to 35 letters and digits. Six digits are needed, so that no word passes.
 */
const BANK_REFERENCE = /^(?=(?:[A-Za-z]*\d){6})[\dA-Za-z]{12,35}$/

/** Whether the text can be a bank's number of a payment. */
export function isBankReference(text: string): boolean {
  return BANK_REFERENCE.test(text.replaceAll('-', ''))
}

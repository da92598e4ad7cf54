export const UPI_ID_INVALID = 'A UPI id looks like snacks@bank'

const UPI_ID = /^[\w.-]{2,256}@[A-Za-z][A-Za-z\d.]{1,63}$/

export function isUpiId(text: string): boolean {
  return UPI_ID.test(text)
}

import { formatRupees, type Paise } from '../money.ts'

export const PINCODE_NOT_FOUND = 'There is no such pincode'
export const COD_NOT_OFFERED =
  'Cash on delivery is not offered for this address: please choose another way to pay'

export const PINCODE_UNREADABLE =
  'We cannot read this pincode, so we cannot tell the price of delivery: it has six digits'

/** Why an order for an address is refused. */
export function addressNotServed(pincode: string): string {
  return `We do not deliver to ${pincode} yet. Please choose another address.`
}

export function codLimited(max: Paise): string {
  return `Orders above ${formatRupees(max)} cannot be paid on delivery: please choose another way to pay`
}

import * as z from 'zod/mini'
import { SHIPPING_INCOMPLETE, SHIPPING_TOO_LONG } from './order-texts.ts'

const line = z.string(SHIPPING_INCOMPLETE).check(z.trim(), z.maxLength(200, SHIPPING_TOO_LONG))
const requiredLine = line.check(z.minLength(1, SHIPPING_INCOMPLETE))

/** The checkout's address form and the address of an order. Formats are not checked; the form only shows hints. */
export const shippingAddressSchema = z.object(
  {
    fullName: requiredLine,
    addressLine1: requiredLine,
    addressLine2: z.optional(line),
    city: requiredLine,
    state: requiredLine,
    pincode: requiredLine,
    phoneNumber: requiredLine,
  },
  SHIPPING_INCOMPLETE,
)

export type ShippingAddress = z.output<typeof shippingAddressSchema>

import * as z from 'zod/mini'
import { isStateCode } from '../shop/gst-states.ts'
import { SHIPPING_INCOMPLETE, SHIPPING_TOO_LONG, STATE_CODE_INVALID } from './order-texts.ts'

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
    /** The GST code of the state. The store derives it from the pincode; here it says which state, where there are two. */
    stateCode: z.optional(z.string(STATE_CODE_INVALID).check(z.refine(isStateCode, STATE_CODE_INVALID))),
  },
  SHIPPING_INCOMPLETE,
)

export type ShippingAddress = z.output<typeof shippingAddressSchema>

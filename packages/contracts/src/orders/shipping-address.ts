import * as z from 'zod/mini'
import { isStateCode } from '../gst-states.ts'
import {
  SHIPPING_CHARACTERS,
  SHIPPING_INCOMPLETE,
  SHIPPING_LINK,
  SHIPPING_TOO_LONG,
  STATE_CODE_INVALID,
} from './order-texts.ts'

/**
 * Forbids line breaks, other control characters, and characters that reverse text. Labels and mails
 * contain the line unchanged, so a forbidden character would garble the label or the mail.
 */
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u

/** A guest may type another person's e-mail address, and must not send that person a link. */
const LINK = /:\/\/|www\./i

const STREET_MAX_LENGTH = 200
const LINE_MAX_LENGTH = 100

function line(maxLength: number) {
  return z
    .string(SHIPPING_INCOMPLETE)
    .check(
      z.trim(),
      z.maxLength(maxLength, SHIPPING_TOO_LONG),
      z.regex(ONE_LINE, SHIPPING_CHARACTERS),
      z.refine(hasNoLink, SHIPPING_LINK),
    )
}

function requiredLine(maxLength = LINE_MAX_LENGTH) {
  return line(maxLength).check(z.minLength(1, SHIPPING_INCOMPLETE))
}

/** NFKC turns characters that look like `://`, such as full-width ones, into the plain characters. */
export function hasNoLink(text: string) {
  return !LINK.test(text.normalize('NFKC'))
}

/**
 * The address in the checkout's form and in an order. A pincode or phone number of any format is
 * accepted: the form only shows a hint when it looks unusual.
 */
export const shippingAddressSchema = z.object(
  {
    fullName: requiredLine(),
    addressLine1: requiredLine(STREET_MAX_LENGTH),
    addressLine2: z.optional(line(STREET_MAX_LENGTH)),
    city: requiredLine(),
    state: requiredLine(),
    pincode: requiredLine(),
    phoneNumber: requiredLine(),
    /**
     * The GST code of the state. The store derives the code from the pincode. Some pincodes lie in
     * two states: then the code in the request chooses one of them.
     */
    stateCode: z.optional(z.string(STATE_CODE_INVALID).check(z.refine(isStateCode, STATE_CODE_INVALID))),
  },
  SHIPPING_INCOMPLETE,
)

export type ShippingAddress = z.output<typeof shippingAddressSchema>

import * as z from 'zod/mini'
import { isEmail, isPhone } from '../account/checks.ts'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { EMAIL_MAX_LENGTH } from '../constants.ts'
import { deliveryZonesReply, deliveryZonesSchema } from '../delivery/delivery-zones.ts'
import { isStateCode } from '../gst-states.ts'
import { isGstin } from './gstin.ts'

const CLOSED_DAYS_MAX = 100

const LEGAL_NAME_INVALID = 'A legal name is one line of 1 to 200 characters'
const TRADE_NAME_INVALID = 'A trade name is one line of 1 to 100 characters'
const ADDRESS_INVALID = 'An address is one line of 1 to 300 characters with a pincode'
const STATE_INVALID = 'State is the two-digit GST code of a state, such as 29'
const PHONE_INVALID = 'A phone number has up to 15 digits and may start with +'
const EMAIL_INVALID = 'An e-mail address is needed, such as care@snacks.example'
const FSSAI_INVALID = 'An FSSAI licence number has 14 digits'
const GSTIN_INVALID = 'This GSTIN has a wrong character: its check digit does not fit'
const GSTIN_OF_OTHER_STATE = "A GSTIN begins with the code of the shop's state"
const OFFICER_INVALID = 'A grievance officer has a name, a designation, a phone number and an e-mail address'
const RETURN_WINDOW_INVALID = 'The return window is a whole number of days, from 0 to 365'
const CONFIRM_CASH_INVALID = 'confirmFirstCashOrders is true or false'
const CLOSED_DAYS_INVALID = `A shop has up to ${CLOSED_DAYS_MAX} closed days, each once, such as 2026-01-26`
const DEMO_INVALID = 'isDemo is true or false'

/** A pincode somewhere in an address: `682001` or `682 001`. */
const PINCODE = /(?<!\d)[1-9]\d{2} ?\d{3}(?!\d)/
/** No control characters and no line breaks, because names are in the headers of mails. */
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u

const phone = z
  .string(PHONE_INVALID)
  .check(z.trim(), z.maxLength(20, PHONE_INVALID), z.refine(isPhone, PHONE_INVALID))
const email = z
  .string(EMAIL_INVALID)
  .check(z.trim(), z.maxLength(EMAIL_MAX_LENGTH, EMAIL_INVALID), z.refine(isEmail, EMAIL_INVALID))

/** The shop's whole record, which is the body of `PUT /admin/shop`. */
export const shopInputSchema = z
  .strictObject({
    legalName: line(200, LEGAL_NAME_INVALID),
    tradeName: line(100, TRADE_NAME_INVALID),
    address: line(300, ADDRESS_INVALID).check(z.regex(PINCODE, ADDRESS_INVALID)),
    /** The GST code of the state that the shop is registered in. */
    state: z.string(STATE_INVALID).check(z.refine(isStateCode, STATE_INVALID)),
    /** The phone number and e-mail address of customer care. */
    phone,
    email,
    fssai: z.string(FSSAI_INVALID).check(z.regex(/^\d{14}$/, FSSAI_INVALID)),
    /** Absent for a shop that is not registered for GST. */
    gstin: z.optional(
      z.string(GSTIN_INVALID).check(
        z.overwrite((text) => text.replaceAll(/\s/g, '').toUpperCase()),
        z.refine(isGstin, GSTIN_INVALID),
      ),
    ),
    grievanceOfficer: z.strictObject(
      { name: line(100, OFFICER_INVALID), designation: line(100, OFFICER_INVALID), phone, email },
      OFFICER_INVALID,
    ),
    /** How many days after delivery a shopper may complain about an order. */
    returnWindowDays: z
      .int(RETURN_WINDOW_INVALID)
      .check(z.gte(0, RETURN_WINDOW_INVALID), z.lte(365, RETURN_WINDOW_INVALID)),
    /** Where the shop delivers, and on which terms. */
    delivery: deliveryZonesSchema,
    /** Whether a first order with cash on delivery must be confirmed before it is packed. */
    confirmFirstCashOrders: z.optional(z.boolean(CONFIRM_CASH_INVALID)),
    /**
     * The days on which nobody works in the shop, besides Saturdays and Sundays. They also delay
     * deliveries.
     */
    closedDays: z.optional(
      z.array(z.iso.date(CLOSED_DAYS_INVALID), CLOSED_DAYS_INVALID).check(
        z.maxLength(CLOSED_DAYS_MAX, CLOSED_DAYS_INVALID),
        z.refine((days) => new Set(days).size === days.length, CLOSED_DAYS_INVALID),
      ),
    ),
    /** Whether pages and mails say that this is no real business. */
    isDemo: z.boolean(DEMO_INVALID),
  })
  .check(
    z.refine(({ gstin, state }) => gstin === undefined || gstin.startsWith(state), {
      error: GSTIN_OF_OTHER_STATE,
      path: ['gstin'],
    }),
  )

export type Shop = z.output<typeof shopInputSchema>

/** The record in replies. It is not validated again, and fields that this client does not know are left out. */
const storedShopSchema = z.object({
  legalName: z.string(),
  tradeName: z.string(),
  address: z.string(),
  state: z.string(),
  phone: z.string(),
  email: z.string(),
  fssai: z.string(),
  gstin: z.optional(z.string()),
  grievanceOfficer: z.object({
    name: z.string(),
    designation: z.string(),
    phone: z.string(),
    email: z.string(),
  }),
  returnWindowDays: z.number(),
  delivery: deliveryZonesReply,
  confirmFirstCashOrders: z.optional(z.boolean()),
  closedDays: z.optional(z.array(z.string())),
  isDemo: z.boolean(),
})
const shopReply = dataReply(storedShopSchema)

const shopAtDeskReply = dataReply(
  z.object({
    shop: storedShopSchema,
    /** The ETag of the record, without its quotes. */
    version: z.string(),
  }),
)

export const getShop = {
  method: 'GET',
  path: '/shop',
  access: 'public',
  summary: 'Who runs the shop: name, address, licences, customer care and grievance officer',
  reply: shopReply,
  status: 200,
} as const satisfies Endpoint

export const getShopAtDesk = {
  method: 'GET',
  path: '/admin/shop',
  access: 'admin',
  summary: "The shop's record and its version, which a change may send as an ETag in If-Match",
  reply: shopAtDeskReply,
  status: 200,
} as const satisfies Endpoint

export const updateShop = {
  method: 'PUT',
  path: '/admin/shop',
  access: 'admin',
  freshSignIn: true,
  summary: "Replace the shop's record. With If-Match, only if it still has that ETag",
  body: shopInputSchema,
  reply: shopReply,
  status: 200,
  weight: 20,
} as const satisfies Endpoint

function line(maxLength: number, error: string) {
  return z.string(error).check(z.trim(), z.maxLength(maxLength, error), z.regex(ONE_LINE, error))
}

import * as z from 'zod/mini'
import { isEmail, isPhone } from '../account/checks.ts'
import { EMAIL_MAX_LENGTH } from '../constants.ts'
import type { FormField } from '../form-fields.ts'
import { isStateCode, STATES_BY_NAME } from '../gst-states.ts'
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

type ShopField = FormField & {
  /** How a request sets the field. */
  schema: z.ZodMiniType
  /** The field in replies, which are not validated again. */
  reply: z.ZodMiniType
}

/**
 * The fields of the shop's record that operators fill in, once each. The request, the reply and the
 * form at the desk follow from this table and its order.
 */
export const SHOP_FIELDS = {
  legalName: {
    schema: line(200, LEGAL_NAME_INVALID),
    reply: z.string(),
    kind: 'text',
    label: 'Legal name',
  },
  tradeName: {
    schema: line(100, TRADE_NAME_INVALID),
    reply: z.string(),
    kind: 'text',
    label: 'Trade name',
    hint: 'The name on every page',
  },
  address: {
    schema: line(300, ADDRESS_INVALID).check(z.regex(PINCODE, ADDRESS_INVALID)),
    reply: z.string(),
    kind: 'text',
    label: 'Address with pincode',
  },
  /** The GST code of the state that the shop is registered in. */
  state: {
    schema: z.string(STATE_INVALID).check(z.refine(isStateCode, STATE_INVALID)),
    reply: z.string(),
    kind: 'choice',
    label: 'State',
    choices: STATES_BY_NAME,
  },
  phone: { schema: phone, reply: z.string(), kind: 'text', label: 'Phone of customer care' },
  email: { schema: email, reply: z.string(), kind: 'text', label: 'Email of customer care' },
  fssai: {
    schema: z.string(FSSAI_INVALID).check(z.regex(/^\d{14}$/, FSSAI_INVALID)),
    reply: z.string(),
    kind: 'digits',
    label: 'FSSAI licence number',
  },
  gstin: {
    schema: z.optional(
      z.string(GSTIN_INVALID).check(
        z.overwrite((text) => text.replaceAll(/\s/g, '').toUpperCase()),
        z.refine(isGstin, GSTIN_INVALID),
      ),
    ),
    reply: z.optional(z.string()),
    kind: 'text',
    label: 'GSTIN',
    hint: 'Empty for a shop that is not registered for GST',
  },
  grievanceOfficer: {
    schema: z.strictObject(
      { name: line(100, OFFICER_INVALID), designation: line(100, OFFICER_INVALID), phone, email },
      OFFICER_INVALID,
    ),
    reply: z.object({ name: z.string(), designation: z.string(), phone: z.string(), email: z.string() }),
    kind: 'group',
    parts: {
      name: { kind: 'text', label: 'Grievance officer' },
      designation: { kind: 'text', label: 'Designation of the officer' },
      phone: { kind: 'text', label: 'Phone of the officer' },
      email: { kind: 'text', label: 'Email of the officer' },
    },
  },
  /** How many days after delivery a shopper may complain about an order. */
  returnWindowDays: {
    schema: z
      .int(RETURN_WINDOW_INVALID)
      .check(z.gte(0, RETURN_WINDOW_INVALID), z.lte(365, RETURN_WINDOW_INVALID)),
    reply: z.number(),
    kind: 'count',
    label: 'Days to complain after delivery',
  },
  /**
   * The days on which nobody works in the shop, besides Saturdays and Sundays. They also delay
   * deliveries.
   */
  closedDays: {
    schema: z.optional(
      z.array(z.iso.date(CLOSED_DAYS_INVALID), CLOSED_DAYS_INVALID).check(
        z.maxLength(CLOSED_DAYS_MAX, CLOSED_DAYS_INVALID),
        z.refine((days) => new Set(days).size === days.length, CLOSED_DAYS_INVALID),
      ),
    ),
    reply: z.optional(z.array(z.string())),
    kind: 'words',
    label: 'Closed days',
    hint: 'Separated by spaces, such as 2026-01-26 2026-03-04. Saturdays and Sundays need not be listed. Deliveries count no closed days.',
  },
  /** Whether a first order with cash on delivery must be confirmed before it is packed. */
  confirmFirstCashOrders: {
    schema: z.optional(z.boolean(CONFIRM_CASH_INVALID)),
    reply: z.optional(z.boolean()),
    kind: 'flag',
    label: 'A first order with cash on delivery is confirmed by mail',
  },
  /** Whether pages and mails say that this is no real business. */
  isDemo: {
    schema: z.boolean(DEMO_INVALID),
    reply: z.boolean(),
    kind: 'flag',
    label: 'This is a demo shop: pages and mails say so',
  },
} as const satisfies Record<string, ShopField>

function line(maxLength: number, error: string) {
  return z.string(error).check(z.trim(), z.maxLength(maxLength, error), z.regex(ONE_LINE, error))
}

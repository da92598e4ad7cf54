import * as z from 'zod/mini'
import { isEmail, isPhone } from '../account/checks.ts'
import { isUploadedPicture } from '../catalogue/picture.ts'
import {
  CASH_MAX_RUPEES,
  EMAIL_MAX_LENGTH,
  LINE_QUANTITY_MAX,
  ORDER_QUANTITY_MAX,
  PAYMENT_METHODS,
  PAYMENT_MINUTES,
  PRICE_MAX_RUPEES,
  RATING_MAIL_DAYS,
} from '../constants.ts'
import { WEEKDAYS } from '../dates.ts'
import { isCourierLine, NUMBER_PLACE } from '../delivery/couriers.ts'
import { oneLineSchema } from '../fields.ts'
import type { FormField } from '../form-fields.ts'
import { isStateCode, STATES_BY_NAME } from '../gst-states.ts'
import { COLOUR_SETS, COLOUR_SET_NAMES, DEFAULT_COLOURS, isColourSet } from './colour-sets.ts'
import { CHECK_TEXTS, CHECKED_BY_OWNER, isCheckedByOwner } from './first-hour.ts'
import { GSTIN_INVALID, isGstin, normaliseGstin } from './gstin.ts'
import {
  BILL_MONTHS,
  CREDIT_NOTE_PREFIX,
  DELIVERY_TAXES,
  HSN_DIGITS,
  INVOICE_PREFIX,
  SELLER_KINDS,
  SMALL_BILLS,
} from './seller-kind.ts'
import { isUpiId, UPI_ID_INVALID } from './upi-id.ts'

const CLOSED_DAYS_MAX = 100

const LEGAL_NAME_INVALID = 'A legal name is one line of 1 to 200 characters'
const TRADE_NAME_INVALID = 'A trade name is one line of 1 to 100 characters'
const SHORT_NAME_INVALID = 'A short name is one line of 1 to 30 characters'
const TAGLINE_INVALID = 'A tagline is one line of 1 to 120 characters'
const LOGO_INVALID = 'A logo is a picture that was uploaded at the desk'
const COLOURS_INVALID = 'These colours are not among those to choose from'
const ADDRESS_INVALID = 'An address is one line of 1 to 300 characters with a pincode'
const STATE_INVALID = 'State is the two-digit GST code of a state, such as 29'
const PHONE_INVALID = 'A phone number has up to 15 digits and may start with +'
const EMAIL_INVALID = 'An e-mail address is needed, such as care@snacks.example'
const FSSAI_INVALID = 'An FSSAI licence number has 14 digits'
const OFFICER_INVALID = 'A grievance officer has a name, a designation, a phone number and an e-mail address'
const RETURN_WINDOW_INVALID = 'The return window is a whole number of days, from 0 to 365'
const RATING_DAYS_INVALID = 'The days until a mail asks for ratings are a whole number, from 0 to 60'
const CONFIRM_CASH_INVALID = 'confirmFirstCashOrders is true or false'
const CLOSED_DAYS_INVALID = `A shop has up to ${CLOSED_DAYS_MAX} closed days, each once, such as 2026-01-26`
const WEEKLY_INVALID = 'The weekly closed days are up to six days of the week, each once'
const PAUSE_TEXT_INVALID = 'A pause says why in one line of 1 to 200 characters'
const PAUSE_UNTIL_INVALID = 'A pause ends on a day such as 2026-01-31'
const UPI_NAME_INVALID = 'The name in the UPI app is one line of 1 to 50 characters'
const MERCHANT_CODE_INVALID = 'A merchant category code has four digits, such as 5441'
const GUESTS_INVALID = 'guestCheckout is true or false'
const PAYMENT_MINUTES_INVALID = 'The minutes to pay are a whole number, from 5 to 1440'
const PAYMENT_ORDER_INVALID =
  'The order of the ways to pay has card, upi, netbanking and cod, each at most once'
const CHECKED_INVALID = `What the owner has checked is of: ${CHECKED_BY_OWNER.join(', ')}`
const QUANTITY_MAX_INVALID = `The most of one product is a whole number, from 1 to ${LINE_QUANTITY_MAX}`
const CASH_MAX_INVALID = 'The largest order with cash on delivery is a whole number of rupees'
const SELLER_KIND_INVALID = 'The kind of seller is regular, composition or unregistered'
const PREFIX_INVALID = 'A prefix is one to three capital letters or digits'
const HSN_DIGITS_INVALID = 'HSN codes on bills have 4 or 6 digits'
const DELIVERY_TAX_INVALID = 'The tax of delivery is divided byValue, or at the highestRate'
const SMALL_BILLS_INVALID = 'Small sales have a bill each, or one daily'
const BILL_MONTHS_INVALID = 'Bills are stored for a whole number of months, from 72 to 240'
const COURIERS_MAX = 50
const COURIERS_INVALID = `A shop has up to ${COURIERS_MAX} couriers of its own, each with a name and, after a space, the https:// address of its tracking page`
const FRESH_INVALID = 'What must be left is a whole number: up to 100 percent, or up to 365 days'
const DEMO_INVALID = 'isDemo is true or false'

/** What must be left of a batch at delivery, unless the shop says otherwise. */
export const FRESH_PERCENT = 30
export const FRESH_DAYS = 45

/** A pincode somewhere in an address: `682001` or `682 001`. */
const PINCODE = /(?<!\d)[1-9]\d{2} ?\d{3}(?!\d)/

const phone = z
  .string(PHONE_INVALID)
  .check(z.trim(), z.maxLength(20, PHONE_INVALID), z.refine(isPhone, PHONE_INVALID))
const email = z
  .string(EMAIL_INVALID)
  .check(z.trim(), z.maxLength(EMAIL_MAX_LENGTH, EMAIL_INVALID), z.refine(isEmail, EMAIL_INVALID))

/** The parts of the form at the desk. */
export const SHOP_SECTIONS = [
  'Name and look',
  'Who runs the shop',
  'Open and closed',
  'Ways to pay and orders',
  'Couriers and stock',
  'Bills and tax',
] as const

export type ShopField = FormField & {
  section: (typeof SHOP_SECTIONS)[number]
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
    schema: oneLineSchema(200, LEGAL_NAME_INVALID),
    reply: z.string(),
    kind: 'text',
    label: 'Legal name',
    section: 'Who runs the shop',
  },
  tradeName: {
    schema: oneLineSchema(100, TRADE_NAME_INVALID),
    reply: z.string(),
    kind: 'text',
    label: 'Trade name',
    hint: 'The name on every page and mail',
    section: 'Name and look',
  },
  shortName: {
    schema: z.optional(oneLineSchema(30, SHORT_NAME_INVALID)),
    reply: z.optional(z.string()),
    kind: 'text',
    label: 'Short name',
    hint: 'Below the icon on phones. Leave empty for the trade name',
    section: 'Name and look',
  },
  tagline: {
    schema: z.optional(oneLineSchema(120, TAGLINE_INVALID)),
    reply: z.optional(z.string()),
    kind: 'text',
    label: 'Tagline',
    hint: 'What you sell, in a few words',
    section: 'Name and look',
  },
  /** The key of a picture. */
  logo: {
    schema: z.optional(z.string(LOGO_INVALID).check(z.refine(isUploadedPicture, LOGO_INVALID))),
    reply: z.optional(z.string()),
    kind: 'picture',
    label: 'Logo',
    hint: 'Best square, 512 pixels or more. Without one, the first letter of the name stands for the shop',
    section: 'Name and look',
  },
  colours: {
    schema: z.optional(z.string(COLOURS_INVALID).check(z.refine(isColourSet, COLOURS_INVALID))),
    reply: z.optional(z.string()),
    kind: 'choice',
    label: 'Colours',
    choices: COLOUR_SET_NAMES.map((name) => [name, COLOUR_SETS[name].label] as const),
    initial: DEFAULT_COLOURS,
    section: 'Name and look',
  },
  address: {
    schema: oneLineSchema(300, ADDRESS_INVALID).check(z.regex(PINCODE, ADDRESS_INVALID)),
    reply: z.string(),
    kind: 'text',
    label: 'Address with pincode',
    section: 'Who runs the shop',
  },
  /** The GST code of the state that the shop is registered in. */
  state: {
    schema: z.string(STATE_INVALID).check(z.refine(isStateCode, STATE_INVALID)),
    reply: z.string(),
    kind: 'choice',
    label: 'State',
    choices: STATES_BY_NAME,
    section: 'Who runs the shop',
  },
  phone: {
    schema: phone,
    reply: z.string(),
    kind: 'text',
    label: 'Phone of customer care',
    section: 'Who runs the shop',
  },
  email: {
    schema: email,
    reply: z.string(),
    kind: 'text',
    label: 'Email of customer care',
    section: 'Who runs the shop',
  },
  fssai: {
    schema: z.string(FSSAI_INVALID).check(z.regex(/^\d{14}$/, FSSAI_INVALID)),
    reply: z.string(),
    kind: 'digits',
    label: 'FSSAI licence number',
    section: 'Who runs the shop',
  },
  gstin: {
    schema: z.optional(
      z.string(GSTIN_INVALID).check(z.overwrite(normaliseGstin), z.refine(isGstin, GSTIN_INVALID)),
    ),
    reply: z.optional(z.string()),
    kind: 'text',
    label: 'GSTIN',
    hint: 'Empty for a shop that is not registered for GST',
    section: 'Who runs the shop',
  },
  grievanceOfficer: {
    schema: z.strictObject(
      {
        name: oneLineSchema(100, OFFICER_INVALID),
        designation: oneLineSchema(100, OFFICER_INVALID),
        phone,
        email,
      },
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
    section: 'Who runs the shop',
  },
  /** The shop's own UPI id, to which shoppers pay. */
  upi: {
    schema: z.optional(
      z.strictObject({
        id: z.string(UPI_ID_INVALID).check(z.trim(), z.refine(isUpiId, UPI_ID_INVALID)),
        name: oneLineSchema(50, UPI_NAME_INVALID),
        merchantCode: z.optional(
          z.string(MERCHANT_CODE_INVALID).check(z.regex(/^\d{4}$/, MERCHANT_CODE_INVALID)),
        ),
      }),
    ),
    reply: z.optional(z.object({ id: z.string(), name: z.string(), merchantCode: z.optional(z.string()) })),
    kind: 'group',
    parts: {
      id: {
        kind: 'text',
        label: 'UPI id',
        hint: 'Such as snacks@bank. Shoppers pay straight to it, without a fee.',
      },
      name: { kind: 'text', label: 'Name in the UPI app', hint: 'As your bank shows it' },
      merchantCode: {
        kind: 'digits',
        label: 'Merchant category code',
        hint: 'Four digits, only for a merchant account: your bank tells it. Then a button opens the UPI app on a phone. Try it first.',
        isExtra: true,
      },
    },
    section: 'Ways to pay and orders',
  },
  /** The order in which checkout shows the ways to pay. Those that it does not name come last. */
  paymentOrder: {
    schema: z.optional(
      z
        .array(
          z.string(PAYMENT_ORDER_INVALID).check(z.refine(isPaymentMethod, PAYMENT_ORDER_INVALID)),
          PAYMENT_ORDER_INVALID,
        )
        .check(
          z.maxLength(PAYMENT_METHODS.length, PAYMENT_ORDER_INVALID),
          z.refine((methods) => new Set(methods).size === methods.length, PAYMENT_ORDER_INVALID),
        ),
    ),
    reply: z.optional(z.array(z.string())),
    kind: 'order',
    label: 'Ways to pay at checkout, the first one chosen at first',
    choices: [
      ['card', 'Card'],
      ['upi', 'UPI'],
      ['netbanking', 'Net banking'],
      ['cod', 'Cash on delivery'],
    ],
    section: 'Ways to pay and orders',
  },
  /** How long an order waits for its payment. */
  paymentMinutes: {
    schema: z.optional(
      z
        .int(PAYMENT_MINUTES_INVALID)
        .check(z.gte(5, PAYMENT_MINUTES_INVALID), z.lte(1440, PAYMENT_MINUTES_INVALID)),
    ),
    reply: z.optional(z.number()),
    kind: 'count',
    label: 'Minutes to pay an order',
    hint: `Empty: ${PAYMENT_MINUTES}`,
    section: 'Ways to pay and orders',
  },
  /** The most units of one product in one order. */
  orderQuantityMax: {
    schema: z.optional(
      z
        .int(QUANTITY_MAX_INVALID)
        .check(z.gte(1, QUANTITY_MAX_INVALID), z.lte(LINE_QUANTITY_MAX, QUANTITY_MAX_INVALID)),
    ),
    reply: z.optional(z.number()),
    kind: 'count',
    label: 'Most of one product in an order',
    hint: `Empty: ${ORDER_QUANTITY_MAX}`,
    section: 'Ways to pay and orders',
  },
  /** Up to how many rupees an order may be paid on delivery. A delivery zone may have a lower limit. */
  cashMax: {
    schema: z.optional(
      z.int(CASH_MAX_INVALID).check(z.gte(1, CASH_MAX_INVALID), z.lte(PRICE_MAX_RUPEES, CASH_MAX_INVALID)),
    ),
    reply: z.optional(z.number()),
    kind: 'count',
    label: 'Largest order with cash on delivery, in rupees',
    hint: `Empty: ${CASH_MAX_RUPEES}. Each delivery zone below says whether it takes cash, and may have a lower limit.`,
    section: 'Ways to pay and orders',
  },
  /** Whether orders need no account. */
  guestCheckout: {
    schema: z.optional(z.boolean(GUESTS_INVALID)),
    reply: z.optional(z.boolean()),
    kind: 'flag',
    label: 'Shoppers may order without an account',
    section: 'Ways to pay and orders',
  },
  /** How many days after delivery a shopper may complain about an order. */
  returnWindowDays: {
    schema: z
      .int(RETURN_WINDOW_INVALID)
      .check(z.gte(0, RETURN_WINDOW_INVALID), z.lte(365, RETURN_WINDOW_INVALID)),
    reply: z.number(),
    kind: 'count',
    label: 'Days to complain after delivery',
    section: 'Ways to pay and orders',
  },
  /** How many days after delivery a mail asks for ratings. */
  ratingMailDays: {
    schema: z.optional(
      z.int(RATING_DAYS_INVALID).check(z.gte(0, RATING_DAYS_INVALID), z.lte(60, RATING_DAYS_INVALID)),
    ),
    reply: z.optional(z.number()),
    kind: 'count',
    label: 'Days after delivery until a mail asks for ratings',
    hint: `Empty: ${RATING_MAIL_DAYS}. 0: no mail`,
    section: 'Ways to pay and orders',
  },
  /** Absent: regular for a shop with a GSTIN. */
  sellerKind: {
    schema: z.optional(oneOf(SELLER_KINDS, SELLER_KIND_INVALID)),
    reply: z.optional(z.string()),
    kind: 'choice',
    label: 'Registered for GST',
    choices: [
      ['regular', 'Regular: tax invoices'],
      ['composition', 'Composition scheme: bills of supply, own state only'],
      ['unregistered', 'Not registered: bills of supply, own state only'],
    ],
    hint: 'Please let your accountant check one bill',
    section: 'Bills and tax',
  },
  invoicePrefix: {
    schema: z.optional(prefix()),
    reply: z.optional(z.string()),
    kind: 'text',
    isCapital: true,
    label: 'Prefix of bill numbers',
    hint: `Empty: ${INVOICE_PREFIX}. With it, a number looks like ${INVOICE_PREFIX}/2627/0001. Another prefix begins at 1`,
    section: 'Bills and tax',
  },
  creditNotePrefix: {
    schema: z.optional(prefix()),
    reply: z.optional(z.string()),
    kind: 'text',
    isCapital: true,
    label: 'Prefix of credit notes',
    hint: `Empty: ${CREDIT_NOTE_PREFIX}`,
    section: 'Bills and tax',
  },
  hsnDigits: {
    schema: z.optional(
      z.int(HSN_DIGITS_INVALID).check(z.refine((digits) => digits === 4 || digits === 6, HSN_DIGITS_INVALID)),
    ),
    reply: z.optional(z.number()),
    kind: 'count',
    label: 'Digits of HSN codes on bills',
    hint: `Empty: ${HSN_DIGITS}. Above ₹5 crore of turnover, 6`,
    section: 'Bills and tax',
  },
  deliveryTax: {
    schema: z.optional(oneOf(DELIVERY_TAXES, DELIVERY_TAX_INVALID)),
    reply: z.optional(z.string()),
    kind: 'choice',
    label: 'Tax of delivery, for goods of several rates',
    choices: [
      ['byValue', 'At each rate, by the value of the goods'],
      ['highestRate', 'At the highest rate'],
    ],
    initial: 'byValue',
    section: 'Bills and tax',
  },
  smallBills: {
    schema: z.optional(oneOf(SMALL_BILLS, SMALL_BILLS_INVALID)),
    reply: z.optional(z.string()),
    kind: 'choice',
    label: 'Bills of less than ₹200 to private buyers',
    choices: [
      ['each', 'One for each order'],
      ['daily', 'One a day for each state'],
    ],
    initial: 'each',
    hint: 'The bill of a day is made at 11:45 pm. A customer may ask for their own until then',
    section: 'Bills and tax',
  },
  /** Counted from the day on which the yearly return is due. */
  billMonths: {
    schema: z.optional(
      z
        .int(BILL_MONTHS_INVALID)
        .check(z.gte(BILL_MONTHS, BILL_MONTHS_INVALID), z.lte(240, BILL_MONTHS_INVALID)),
    ),
    reply: z.optional(z.number()),
    kind: 'count',
    label: 'Months for which bills are stored',
    hint: `Empty: ${BILL_MONTHS}, counted from the yearly return. Erasing a customer does not erase bills`,
    section: 'Bills and tax',
  },
  /** The days of each week on which nobody works and nothing is delivered. */
  weeklyClosedDays: {
    schema: z.optional(
      z.array(z.enum(WEEKDAYS, WEEKLY_INVALID), WEEKLY_INVALID).check(
        z.maxLength(WEEKDAYS.length - 1, WEEKLY_INVALID),
        z.refine((days) => new Set(days).size === days.length, WEEKLY_INVALID),
      ),
    ),
    reply: z.optional(z.array(z.enum(WEEKDAYS))),
    kind: 'choices',
    choices: WEEKDAYS,
    label: 'Closed every week',
    hint: 'None: deliveries count every day, and only looking for payments rests on Saturday and Sunday.',
    section: 'Open and closed',
  },
  /** Single days on which nobody works in the shop. They also delay deliveries. */
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
    hint: 'Holidays, separated by spaces, such as 2026-01-26 2026-03-04. Deliveries count no closed days.',
    section: 'Open and closed',
  },
  /** While it lasts, the shop takes no orders. It begins when it is stored. */
  pause: {
    schema: z.optional(
      z.strictObject({
        text: oneLineSchema(200, PAUSE_TEXT_INVALID),
        until: z.iso
          .date(PAUSE_UNTIL_INVALID)
          .check(z.refine((day) => day >= '2000' && day < '2100', PAUSE_UNTIL_INVALID)),
      }),
    ),
    reply: z.optional(z.object({ text: z.string(), until: z.string() })),
    kind: 'group',
    parts: {
      text: {
        kind: 'text',
        label: 'Pause: what shoppers read',
        hint: 'Such as: We are at a wedding. Empty: the shop does not pause.',
      },
      until: {
        kind: 'date',
        label: 'Pause: open again on',
        hint: 'Until this day the shop takes no orders, and nothing is delivered.',
      },
    },
    section: 'Open and closed',
  },
  /** Whether a first order with cash on delivery must be confirmed before it is packed. */
  confirmFirstCashOrders: {
    schema: z.optional(z.boolean(CONFIRM_CASH_INVALID)),
    reply: z.optional(z.boolean()),
    kind: 'flag',
    label: 'A first order with cash on delivery is confirmed by mail',
    section: 'Ways to pay and orders',
  },
  /** The shop's own couriers and the addresses of their tracking pages. They come before the known ones. */
  couriers: {
    schema: z.optional(
      z
        .array(
          z
            .string(COURIERS_INVALID)
            .check(z.trim(), z.maxLength(600, COURIERS_INVALID), z.refine(isCourierLine, COURIERS_INVALID)),
          COURIERS_INVALID,
        )
        .check(z.maxLength(COURIERS_MAX, COURIERS_INVALID)),
    ),
    reply: z.optional(z.array(z.string())),
    kind: 'lines',
    rows: 4,
    label: 'Your own couriers',
    hint: `One in a line: the name, a space and the address of the tracking page, with ${NUMBER_PLACE} for the number. A known courier gets your address. Known are Delhivery, Blue Dart, DTDC, India Post, Ekart and others.`,
    section: 'Couriers and stock',
  },
  /** How much of the shelf life must be left at delivery. Batches with less are not sold. */
  freshPercent: {
    schema: z.optional(z.int(FRESH_INVALID).check(z.gte(0, FRESH_INVALID), z.lte(100, FRESH_INVALID))),
    reply: z.optional(z.number()),
    kind: 'count',
    label: 'Shelf life that must be left at delivery, in percent',
    hint: `For goods in batches. Empty: ${FRESH_PERCENT}. Older ones are not sold.`,
    section: 'Couriers and stock',
  },
  freshDays: {
    schema: z.optional(z.int(FRESH_INVALID).check(z.gte(0, FRESH_INVALID), z.lte(365, FRESH_INVALID))),
    reply: z.optional(z.number()),
    kind: 'count',
    label: 'So many days are enough',
    hint: `However long the shelf life is. Empty: ${FRESH_DAYS}`,
    section: 'Couriers and stock',
  },
  /** The steps of the first hour that the owner has done. */
  checked: {
    schema: z.optional(
      z
        .array(z.string(CHECKED_INVALID).check(z.refine(isCheckedByOwner, CHECKED_INVALID)), CHECKED_INVALID)
        .check(z.maxLength(CHECKED_BY_OWNER.length, CHECKED_INVALID)),
    ),
    reply: z.optional(z.array(z.string())),
    kind: 'choices',
    label: 'What I have checked',
    choices: CHECK_TEXTS,
    section: 'Who runs the shop',
  },
  /** Whether pages and mails say that this is no real business. */
  isDemo: {
    schema: z.boolean(DEMO_INVALID),
    reply: z.boolean(),
    kind: 'flag',
    label: 'This is a demo shop: pages and mails say so',
    section: 'Who runs the shop',
  },
} as const satisfies Record<string, ShopField>

function oneOf(values: readonly string[], error: string) {
  return z.string(error).check(z.refine((text) => values.includes(text), error))
}

function prefix() {
  return z.string(PREFIX_INVALID).check(
    z.overwrite((text) => text.trim().toUpperCase()),
    z.regex(/^[A-Z\d]{1,3}$/, PREFIX_INVALID),
  )
}

function isPaymentMethod(text: string) {
  return PAYMENT_METHODS.some((method) => method === text)
}

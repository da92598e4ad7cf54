import * as z from 'zod/mini'
import type { Endpoint } from '../../api/endpoint.ts'
import { dataReply } from '../../api/reply.ts'
import { amountSchema } from '../../fields.ts'
import { searchAndPageFields } from '../../search-and-page.ts'
import { hasNoCardNumber } from '../order-actions.ts'
import { NO_CARD_NUMBERS } from '../order-texts.ts'
import { orderRowSchema } from './desk-order.ts'

/** How many persons can be joined in one row. */
export const MEMBERS_MAX = 8
export const NOTES_MAX = 50
const NOTE_LENGTH_MAX = 500
export const TAGS_MAX = 8
export const TAG_LENGTH_MAX = 30
/** How many different tags the shop may have. */
export const TAG_NAMES_MAX = 100

const TAG_INVALID = `A tag has 1 to ${TAG_LENGTH_MAX} letters, digits, blanks or dashes`
const TAGS_TOO_MANY = `A customer has at most ${TAGS_MAX} tags`
const CUSTOMER_NOTE_INVALID = `A note has 1 to ${NOTE_LENGTH_MAX} characters`
export const NOTE_ABOUT_REQUIRED = 'Please choose whom the note is about: that person may read it'

/** In lower case, so that `VIP` and `vip` are one tag. */
const tagSchema = z.pipe(
  z.pipe(
    z.string(TAG_INVALID),
    z.transform((text) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()),
  ),
  z
    .string()
    .check(
      z.regex(/^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} -]*$/u, TAG_INVALID),
      z.maxLength(TAG_LENGTH_MAX, TAG_INVALID),
    ),
)

const customerRowSchema = z.object({
  /** The `sub` of an account, or the id of all guests with one e-mail address and phone number. */
  customerId: z.string(),
  hasAccount: z.boolean(),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.string(),
  /** The orders that are not cancelled. */
  orders: z.int(),
  /** What they paid, without refunds. */
  spent: amountSchema,
  /** The cash orders that came back. */
  returnedCashOrders: z.int(),
  lastOrderAt: z.iso.datetime(),
  tags: z.array(z.string()),
  /** The checkout takes no cash on delivery from them. */
  takesNoCash: z.boolean(),
  /** How many others an operator has joined to this row. */
  joined: z.int(),
})
export type CustomerRow = z.infer<typeof customerRowSchema>

const listFields = { ...searchAndPageFields, tag: z.optional(tagSchema) }

export const listCustomers = {
  method: 'GET',
  path: '/admin/customers',
  access: 'admin',
  summary:
    'The people who have ordered, one row each, the latest first; with `search`, by name, phone number or e-mail address; with `tag`, those who have it',
  query: z.strictObject(listFields),
  reply: dataReply(
    z.object({
      customers: z.array(customerRowSchema),
      nextCursor: z.nullable(z.string()),
      /** All tags that somebody has. */
      tags: z.array(z.string()),
    }),
  ),
  status: 200,
  weight: 10,
} as const satisfies Endpoint

const customerIdSchema = z.string().check(z.minLength(1), z.maxLength(128))
const customerParams = z.strictObject({ customerId: customerIdSchema })

const customerNoteSchema = z.object({
  noteId: z.string(),
  /** The id of the person, one of the row's `members`. */
  about: z.string(),
  at: z.iso.datetime(),
  by: z.string(),
  text: z.string(),
})

/** A person of a row. `joinedAt` and `joinedBy` are absent for the first one. */
const memberSchema = z.object({
  customerId: z.string(),
  hasAccount: z.boolean(),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.string(),
  orders: z.int(),
  joinedAt: z.optional(z.iso.datetime()),
  joinedBy: z.optional(z.string()),
})

const customerSchema = z.object({
  customer: customerRowSchema,
  /** Of the accounts: `none`, `pending`, `confirmed` or `unsubscribed`. */
  newsletter: z.string(),
  notes: z.array(customerNoteSchema),
  members: z.array(memberSchema),
  /** The newest orders of all members; the next ones are those before `nextBefore`. */
  orders: z.array(orderRowSchema),
  nextBefore: z.nullable(z.string()),
})
export type Customer = z.infer<typeof customerSchema>
const customerReply = dataReply(customerSchema)

export const getCustomer = {
  method: 'GET',
  path: '/admin/customers/:customerId',
  access: 'admin',
  summary: 'One person: orders, spending, notes, tags, who is joined, and whether they get the newsletter',
  params: customerParams,
  query: z.strictObject({ before: z.optional(z.string().check(z.maxLength(64))) }),
  reply: customerReply,
  status: 200,
  weight: 5,
} as const satisfies Endpoint

export const saveCustomer = {
  method: 'PUT',
  path: '/admin/customers/:customerId',
  access: 'admin',
  summary: 'Set the tags of a customer, and whether the checkout takes cash on delivery from them',
  params: customerParams,
  body: z.strictObject({
    tags: z.optional(z.array(tagSchema).check(z.maxLength(TAGS_MAX, TAGS_TOO_MANY))),
    takesNoCash: z.optional(z.boolean()),
  }),
  reply: customerReply,
  status: 200,
  weight: 5,
} as const satisfies Endpoint

const noteText = z
  .string(CUSTOMER_NOTE_INVALID)
  .check(
    z.trim(),
    z.minLength(1, CUSTOMER_NOTE_INVALID),
    z.maxLength(NOTE_LENGTH_MAX, CUSTOMER_NOTE_INVALID),
    z.refine(hasNoCardNumber, NO_CARD_NUMBERS),
  )

/** A note in a row of several persons is about one of them. */
export const noteAboutOneSchema = z.strictObject({
  text: noteText,
  about: z.string(NOTE_ABOUT_REQUIRED).check(z.minLength(1, NOTE_ABOUT_REQUIRED)),
})

export const addCustomerNote = {
  method: 'POST',
  path: '/admin/customers/:customerId/notes',
  access: 'admin',
  summary:
    'Add a note about a customer; `about` says about which of several persons that are joined. The same Idempotency-Key adds it once',
  params: customerParams,
  body: z.strictObject({ text: noteText, about: z.optional(customerIdSchema) }),
  reply: customerReply,
  status: 200,
  weight: 5,
} as const satisfies Endpoint

export const removeCustomerNote = {
  method: 'DELETE',
  path: '/admin/customers/:customerId/notes/:noteId',
  access: 'admin',
  summary: 'Remove a note about a customer',
  params: z.strictObject({
    customerId: customerIdSchema,
    noteId: z.string().check(z.minLength(1), z.maxLength(300)),
  }),
  reply: customerReply,
  status: 200,
  weight: 5,
} as const satisfies Endpoint

const otherCustomer = z.strictObject({ customerId: customerIdSchema })

export const joinCustomers = {
  method: 'POST',
  path: '/admin/customers/:customerId/join',
  access: 'admin',
  summary:
    'Show another customer in the row of this one. No shopper sees more than before; `separate` undoes it',
  params: customerParams,
  body: otherCustomer,
  reply: customerReply,
  status: 200,
  weight: 5,
} as const satisfies Endpoint

export const separateCustomer = {
  method: 'POST',
  path: '/admin/customers/:customerId/separate',
  access: 'admin',
  summary: 'Show a joined customer in a row of its own again',
  params: customerParams,
  body: otherCustomer,
  reply: customerReply,
  status: 200,
  weight: 5,
} as const satisfies Endpoint

export const eraseCustomer = {
  method: 'POST',
  path: '/admin/customers/:customerId/erase',
  access: 'admin',
  freshSignIn: true,
  summary:
    'Erase the personal data and the accounts of a customer and of all who are joined to it; orders stay without the person. Safe to repeat',
  params: customerParams,
  // Erasing cannot be undone, so the operator types this word.
  body: z.strictObject({ confirm: z.literal('erase') }),
  reply: dataReply(
    z.object({
      erasedOrders: z.int(),
      /**
       * - `deleted`
       * - `none`: a guest has no account
       * - `elsewhere`: the account was not deleted, because this store cannot change its user pool
       */
      account: z.string(),
    }),
  ),
  status: 200,
  weight: 20,
} as const satisfies Endpoint

/** A part of a CSV file. The file is all parts, one after the other. */
const filePartReply = dataReply(z.object({ text: z.string(), nextCursor: z.nullable(z.string()) }))

export const exportCustomers = {
  method: 'GET',
  path: '/admin/files/customers',
  access: 'admin',
  freshSignIn: true,
  summary: 'A part of the list of customers as CSV, with the same filters as the list',
  query: z.strictObject({ search: listFields.search, tag: listFields.tag, cursor: listFields.cursor }),
  reply: filePartReply,
  status: 200,
  weight: 20,
} as const satisfies Endpoint

export const exportNewsletter = {
  method: 'GET',
  path: '/admin/files/newsletter',
  access: 'admin',
  freshSignIn: true,
  summary: 'A part of the confirmed subscribers of the newsletter as CSV',
  query: z.strictObject({ cursor: listFields.cursor }),
  reply: filePartReply,
  status: 200,
  weight: 20,
} as const satisfies Endpoint

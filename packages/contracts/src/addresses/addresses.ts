import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { userIdSchema } from '../fields.ts'
import { shippingAddressSchema } from '../orders/shipping-address.ts'
import { IS_DEFAULT_INVALID } from './address-texts.ts'

const addressIdSchema = z.string().check(z.minLength(1), z.maxLength(64))

export const savedAddressSchema = z.extend(shippingAddressSchema, {
  addressId: addressIdSchema,
  /** True for exactly one address, unless the address book is empty. */
  isDefault: z.boolean(),
})

export type SavedAddress = z.infer<typeof savedAddressSchema>

const addressInputSchema = z.extend(shippingAddressSchema, {
  /** Makes this address the default. The first address always becomes the default. */
  isDefault: z.optional(z.boolean(IS_DEFAULT_INVALID)),
})

export type AddressInput = z.output<typeof addressInputSchema>

const shopperParams = z.strictObject({ userId: userIdSchema })
const addressParams = z.strictObject({ userId: userIdSchema, addressId: addressIdSchema })
/** The reply of every call is the whole address book, the default first. */
const bookReply = dataReply(z.object({ addresses: z.array(savedAddressSchema) }))

/** Changes of addresses and of the cart share a limit: all are small writes of a shopper. */
const rateLimit = { rule: 'cart' } as const

export const listAddresses = {
  method: 'GET',
  path: '/addresses/:userId',
  access: 'self',
  summary: "The shopper's saved addresses, the default first",
  params: shopperParams,
  reply: bookReply,
  status: 200,
} as const satisfies Endpoint

export const addAddress = {
  method: 'POST',
  path: '/addresses/:userId',
  access: 'self',
  summary: 'Save an address, at most 20. One that is saved already is not saved again',
  params: shopperParams,
  body: addressInputSchema,
  reply: bookReply,
  status: 201,
  rateLimit,
} as const satisfies Endpoint

export const updateAddress = {
  method: 'PUT',
  path: '/addresses/:userId/:addressId',
  access: 'self',
  summary: 'Replace a saved address, or make it the default',
  params: addressParams,
  body: addressInputSchema,
  reply: bookReply,
  status: 200,
  rateLimit,
} as const satisfies Endpoint

export const removeAddress = {
  method: 'DELETE',
  path: '/addresses/:userId/:addressId',
  access: 'self',
  summary: 'Remove a saved address. If it was the default, the next one becomes the default',
  params: addressParams,
  reply: bookReply,
  status: 200,
  rateLimit,
} as const satisfies Endpoint

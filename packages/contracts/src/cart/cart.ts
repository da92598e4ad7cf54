import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { amountSchema, priceSchema, productIdSchema, userIdSchema } from '../fields.ts'
import {
  cartItemInputSchema,
  lineQuantitySchema,
  mergeCartSchema,
  replaceCartSchema,
  setCartItemSchema,
} from './cart-input.ts'

export const cartItemSchema = z.object({
  /** The same as `productId`. */
  id: productIdSchema,
  productId: productIdSchema,
  name: z.string(),
  /** The catalogue's price when the cart was read, in rupees. */
  price: priceSchema,
  imageUrl: z.string(),
  quantity: lineQuantitySchema,
  category: z.string(),
  /** The price when the item was added, if it has changed since. */
  priceChangedFrom: z.optional(priceSchema),
  /** The product has left the catalogue. The line counts in `totalItems`, not in `totalPrice`. */
  unavailable: z.optional(z.boolean()),
})

export type CartItem = z.infer<typeof cartItemSchema>

const serverCartSchema = z.object({
  userId: userIdSchema,
  items: z.array(cartItemSchema),
  totalItems: z.int().check(z.nonnegative()),
  totalPrice: amountSchema,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** The number of changes so far; 0 for a cart that was never saved. */
  version: z.int().check(z.nonnegative()),
})

export type ServerCart = z.infer<typeof serverCartSchema>

/** The fields that the endpoints of a cart share. */
const cartEndpoint = {
  access: 'self',
  params: z.strictObject({ userId: userIdSchema }),
  reply: dataReply(serverCartSchema),
  status: 200,
} as const

const cartWrite = { ...cartEndpoint, rateLimit: { rule: 'cart' } } as const

export const getCart = {
  ...cartEndpoint,
  method: 'GET',
  path: '/carts/:userId',
  summary: "The shopper's cart, at the current prices of the catalogue",
} as const satisfies Endpoint

export const addCartItem = {
  ...cartWrite,
  method: 'POST',
  path: '/carts/:userId',
  summary: 'Add an item; a product already in the cart gains the quantity',
  body: cartItemInputSchema,
} as const satisfies Endpoint

export const setCartItem = {
  ...cartWrite,
  method: 'PUT',
  path: '/carts/:userId',
  summary: "Set an item's quantity (zero or less removes it) or, with `items`, replace the whole cart",
  body: z.union([replaceCartSchema, setCartItemSchema]),
} as const satisfies Endpoint

export const mergeCart = {
  ...cartWrite,
  method: 'POST',
  path: '/carts/:userId/merge',
  summary: 'Merge the changes of another cart; the same mergeId a second time changes nothing',
  body: mergeCartSchema,
} as const satisfies Endpoint

export const removeCartItem = {
  ...cartWrite,
  method: 'DELETE',
  path: '/carts/:userId/items/:itemId',
  summary: 'Remove an item',
  params: z.strictObject({ userId: userIdSchema, itemId: productIdSchema }),
} as const satisfies Endpoint

export const clearCart = {
  ...cartWrite,
  method: 'DELETE',
  path: '/carts/:userId',
  summary: 'Remove every item',
} as const satisfies Endpoint

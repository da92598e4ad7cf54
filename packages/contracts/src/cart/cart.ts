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

export const cartItemSchema = z.strictObject({
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
  /** True when the product has left the catalogue. The line is then not part of the total. */
  unavailable: z.optional(z.boolean()),
})

export type CartItem = z.infer<typeof cartItemSchema>

const serverCartSchema = z.strictObject({
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

const cartParams = z.strictObject({ userId: userIdSchema })
const cartItemParams = z.strictObject({ userId: userIdSchema, itemId: productIdSchema })

export const getCart = {
  method: 'GET',
  path: '/carts/:userId',
  access: 'self',
  summary: "The shopper's cart, at the current prices of the catalogue",
  params: cartParams,
  reply: dataReply(serverCartSchema),
  status: 200,
} as const satisfies Endpoint

export const addCartItem = {
  method: 'POST',
  path: '/carts/:userId',
  access: 'self',
  summary: 'Add an item; a product already in the cart gains the quantity',
  params: cartParams,
  body: cartItemInputSchema,
  reply: dataReply(serverCartSchema),
  status: 200,
} as const satisfies Endpoint

export const setCartItem = {
  method: 'PUT',
  path: '/carts/:userId',
  access: 'self',
  summary: "Set an item's quantity (zero or less removes it) or, with `items`, replace the whole cart",
  params: cartParams,
  body: z.union([replaceCartSchema, setCartItemSchema]),
  reply: dataReply(serverCartSchema),
  status: 200,
} as const satisfies Endpoint

export const mergeCart = {
  method: 'POST',
  path: '/carts/:userId/merge',
  access: 'self',
  summary: 'Merge the changes of another cart; the same mergeId a second time changes nothing',
  params: cartParams,
  body: mergeCartSchema,
  reply: dataReply(serverCartSchema),
  status: 200,
} as const satisfies Endpoint

export const removeCartItem = {
  method: 'DELETE',
  path: '/carts/:userId/items/:itemId',
  access: 'self',
  summary: 'Remove an item',
  params: cartItemParams,
  reply: dataReply(serverCartSchema),
  status: 200,
} as const satisfies Endpoint

export const clearCart = {
  method: 'DELETE',
  path: '/carts/:userId',
  access: 'self',
  summary: 'Remove every item',
  params: cartParams,
  reply: dataReply(serverCartSchema),
  status: 200,
} as const satisfies Endpoint

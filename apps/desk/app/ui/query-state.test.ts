import { ShopError } from '@nashta/contracts/api/shop-error'
import { expect, it } from 'vitest'
import { failureText } from './query-state.tsx'

it.each([
  ['body.courier: is needed to ship', 'Courier: is needed to ship'],
  ['body.items.0.netQuantity: must be whole', 'Items 1, net quantity: must be whole'],
  ['query: your role does not see how orders are paid', 'Your role does not see how orders are paid'],
  ['header.idempotency-key: a refund needs one', 'Idempotency key: a refund needs one'],
  ['Meera is packing this order', 'Meera is packing this order'],
  ['body and soul: a text of its own', 'body and soul: a text of its own'],
])('the desk shows the refusal "%s" as "%s"', (message, shown) => {
  expect(failureText(new ShopError(message, { status: 422, hasStoreMessage: true }))).toBe(shown)
})

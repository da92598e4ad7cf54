import { randomUUID } from 'node:crypto'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { type Answer, DONUT, donuts, type Shopper } from '../shopper.ts'

/** One order takes what was put into the cart before it: there is a largest quantity. */
const ADDS_PER_ORDER = 3

/** A write, under the key by which the store's file remembers it. */
export type Write = { shopper: Shopper; key: string; isOrder: boolean }

/** A write that was answered with yes, when the disk's log stood at `position`. */
export type Acknowledged = Write & { position: number }

/** Things into the cart, and now and then an order, each under its own key. */
export function nextWrite(shopper: Shopper, turn: number): Write {
  return { shopper, key: randomUUID(), isOrder: turn % (ADDS_PER_ORDER + 1) === ADDS_PER_ORDER }
}

export function send({ shopper, key, isOrder }: Write): Promise<Answer> {
  const { userId, call } = shopper
  const headers = { [IDEMPOTENCY_KEY_HEADER]: key }
  return isOrder
    ? call('POST', `/purchases/${userId}`, donuts(ADDS_PER_ORDER), headers)
    : call('POST', `/carts/${userId}`, { ...DONUT, quantity: 1 }, headers)
}

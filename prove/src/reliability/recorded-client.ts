import { randomInt, randomUUID } from 'node:crypto'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { type Shopper, itemAt } from '../shopper.ts'
import type { CartChange, Entry } from './cart-model.ts'
import type { MadeChange } from './explain-cart.ts'
import { purchaseIdOrError, type CartSnapshot, parseCart, sendChange } from './shop-calls.ts'

export type Priced = { productId: string; price: number }

/** What all clients did and saw. */
export type Recorded = {
  /** The changes of each shopper's cart, orders included, by user id. */
  made: Map<string, MadeChange[]>
  /** The carts in responses, by user id. */
  seen: Map<string, Entry<CartSnapshot>[]>
  sold: Entry<{ productId: string; quantity: number; userId: string; order: string }>[]
  /** The stock of a product in a response. */
  stock: Entry<{ productId: string; stock: number }>[]
  /** The lists of a shopper's orders in responses. */
  lists: Entry<{ userId: string; orders: string[] }>[]
}

/** Sends a request. `first` is the time when it was sent for the first time. */
type Send = (first: number) => Promise<void>

const QUANTITY_MAX = 3
const LIST_LIMIT = 100

/**
 * Sends one request after the other and records the responses. A request without a response is retried with the
 * same key before any other.
 */
export function createRecordedClient(shopper: Shopper, snacks: readonly Priced[], recorded: Recorded) {
  const { call, userId } = shopper
  const made = listIn(recorded.made, userId)
  const seen = listIn(recorded.seen, userId)
  let pending: { send: Send; first: number } | null = null

  async function changeCart(change: Exclude<CartChange, { kind: 'buy' }>, key: string, first: number) {
    const response = await timed(() => sendChange(shopper, change, { [IDEMPOTENCY_KEY_HEADER]: key }))
    const { from, until } = response
    const after = parseCart(response)
    const isReplay = response.headers.has('idempotent-replayed')
    seen.push({ ...after, from, until })
    // A replay contains the current cart, not the cart after the change.
    made.push({ change, after: isReplay ? null : after, from: first, until })
  }

  async function buy({ productId, price }: Priced, quantity: number, key: string, first: number) {
    const order = {
      items: [{ productId, quantity }],
      totalAmount: price * quantity,
      paymentDetails: { method: 'cod' },
      shippingAddress: homeAddress,
    }
    const response = await timed(() =>
      call('POST', `/purchases/${userId}`, order, { [IDEMPOTENCY_KEY_HEADER]: key }),
    )
    const { status, body, from, until } = response
    const { code, details } = body as { code?: string; details?: { items: { available: number }[] } }
    const stock = details?.items[0]?.available
    if (status === 201) {
      recorded.sold.push({
        productId,
        quantity,
        userId,
        order: purchaseIdOrError(response),
        from: first,
        until,
      })
      made.push({ change: { kind: 'buy', productId, quantity }, after: null, from: first, until })
    } else if (code === 'OUT_OF_STOCK' && stock !== undefined && stock < quantity) {
      recorded.stock.push({ productId, stock, from, until })
    } else throw new Error(`an order got ${status} ${JSON.stringify(body)}`)
  }

  async function readCart() {
    const response = await timed(() => call('GET', `/carts/${userId}`))
    const { from, until } = response
    seen.push({ ...parseCart(response), from, until })
  }

  async function readStock({ productId }: Priced) {
    const { body, from, until } = await timed(() => call('GET', `/products/${productId}`))
    const { stock } = (body as { data: { stock: number } }).data
    recorded.stock.push({ productId, stock, from, until })
  }

  async function readOrders() {
    const { body, from, until } = await timed(() => call('GET', `/purchases/${userId}?limit=${LIST_LIMIT}`))
    const { purchases } = (body as { data: { purchases: { purchaseId: string }[] } }).data
    recorded.lists.push({ userId, orders: purchases.map(({ purchaseId }) => purchaseId), from, until })
  }

  function randomRequest(): Send {
    const snack = itemAt(snacks, randomInt(snacks.length))
    const { productId } = snack
    const quantity = randomInt(1, QUANTITY_MAX + 1)
    const key = randomUUID()
    const dice = randomInt(100)
    if (dice < 30) return (first) => changeCart({ kind: 'add', productId, quantity }, key, first)
    if (dice < 40) return (first) => changeCart({ kind: 'remove', productId }, key, first)
    if (dice < 60) return (first) => buy(snack, quantity, key, first)
    if (dice < 80) return readCart
    return dice < 93 ? () => readStock(snack) : readOrders
  }

  /** Rejects when there is no response. The next call then sends the same request. */
  async function sendNext() {
    pending ??= { send: randomRequest(), first: performance.now() }
    await pending.send(pending.first)
    pending = null
  }

  return { sendNext, readCart }
}

function listIn<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

async function timed<What extends object>(send: () => Promise<What>): Promise<Entry<What>> {
  const from = performance.now()
  const what = await send()
  return { ...what, from, until: performance.now() }
}

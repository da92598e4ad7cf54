import { randomInt, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { type Shopper, itemAt } from '../shopper.ts'
import type { CartChange, Entry } from './cart-model.ts'
import type { MadeChange } from './explain-cart.ts'
import { purchaseIdOrError, type CartSnapshot, parseCart, sendChange } from './shop-calls.ts'

export type PricedProduct = { productId: string; price: number }

/** Everything that the clients did and saw. */
export type RecordedHistory = {
  /** The changes of each shopper's cart, orders included, by user id. */
  made: Map<string, MadeChange[]>
  /** The carts in responses, by user id. */
  seen: Map<string, Entry<CartSnapshot>[]>
  /** The confirmed orders of one product. `order` is the purchase id. */
  sold: Entry<{ productId: string; quantity: number; userId: string; order: string }>[]
  /** The stock of a product in a response. */
  stock: Entry<{ productId: string; stock: number }>[]
  /** The lists of a shopper's orders in responses. */
  lists: Entry<{ userId: string; orders: string[] }>[]
}

/** Not in git. `npm run prove` writes the files again. */
const HISTORIES_FOLDER = join(import.meta.dirname, '../../../.cache/histories')

export function newHistory(): RecordedHistory {
  return { made: new Map(), seen: new Map(), sold: [], stock: [], lists: [] }
}

/**
 * Writes the history to `.cache/histories/ID.json`, for checkers that are not part of this project.
 * docs/histories.md describes the file.
 */
export function exportHistory(id: string, initialStock: number, { made, seen, ...rest }: RecordedHistory) {
  mkdirSync(HISTORIES_FOLDER, { recursive: true })
  const history = {
    initialStock,
    changes: Object.fromEntries(made),
    carts: Object.fromEntries(seen),
    orders: rest.sold,
    stock: rest.stock,
    lists: rest.lists,
  }
  writeFileSync(join(HISTORIES_FOLDER, `${id}.json`), JSON.stringify(history))
}

/** Sends a request. `firstSent` is the time of its first attempt. */
type Send = (firstSent: number) => Promise<void>

const QUANTITY_MAX = 3
const LIST_LIMIT = 100

/**
 * Sends one request after the other and records the responses. A request without a response is
 * retried with the same key before any other.
 */
export function createRecordedClient(
  shopper: Shopper,
  snacks: readonly PricedProduct[],
  recorded: RecordedHistory,
) {
  const { call, userId } = shopper
  const made = getOrAddList(recorded.made, userId)
  const seen = getOrAddList(recorded.seen, userId)
  let pending: { send: Send; firstSent: number } | null = null

  async function changeCart(change: Exclude<CartChange, { kind: 'buy' }>, key: string, firstSent: number) {
    const response = await timed(() => sendChange(shopper, change, { [IDEMPOTENCY_KEY_HEADER]: key }))
    const { from, until } = response
    const after = parseCart(response)
    const isReplay = response.headers.has('idempotent-replayed')
    seen.push({ ...after, from, until })
    // A replay contains the current cart, not the cart after the change. Any attempt may have made
    // the change, so its time begins with the first one.
    made.push({ change, after: isReplay ? null : after, from: firstSent, until })
  }

  async function buy({ productId, price }: PricedProduct, quantity: number, key: string, firstSent: number) {
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
        from: firstSent,
        until,
      })
      made.push({ change: { kind: 'buy', productId, quantity }, after: null, from: firstSent, until })
    } else if (code === 'OUT_OF_STOCK' && stock !== undefined && stock < quantity) {
      recorded.stock.push({ productId, stock, from, until })
    } else throw new Error(`an order got ${status} ${JSON.stringify(body)}`)
  }

  async function readCart() {
    const response = await timed(() => call('GET', `/carts/${userId}`))
    const { from, until } = response
    seen.push({ ...parseCart(response), from, until })
  }

  async function readStock({ productId }: PricedProduct) {
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
    if (dice < 30) return (firstSent) => changeCart({ kind: 'add', productId, quantity }, key, firstSent)
    if (dice < 40) return (firstSent) => changeCart({ kind: 'remove', productId }, key, firstSent)
    if (dice < 60) return (firstSent) => buy(snack, quantity, key, firstSent)
    if (dice < 80) return readCart
    return dice < 93 ? () => readStock(snack) : readOrders
  }

  /** Rejects when there is no response. The next call then sends the same request. */
  async function sendNext() {
    pending ??= { send: randomRequest(), firstSent: performance.now() }
    await pending.send(pending.firstSent)
    pending = null
  }

  return { sendNext, readCart }
}

function getOrAddList<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

async function timed<Content extends object>(send: () => Promise<Content>): Promise<Entry<Content>> {
  const from = performance.now()
  const content = await send()
  return { ...content, from, until: performance.now() }
}

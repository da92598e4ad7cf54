import { refusal, ShopError } from '@nashta/contracts/api/shop-error'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { aPurchase } from '@nashta/contracts/orders/purchase.fixture'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { describe, expect, it } from 'vitest'
import { createKeptAttempt } from './kept-attempt.ts'
import type { OrderBody } from './order-body.ts'
import { placeOrder, recoverOrder } from './place-order.ts'

const body: OrderBody = {
  items: [],
  totalAmount: 138,
  paymentDetails: { method: 'cod' },
  shippingAddress: homeAddress,
}
const declined = refusal(402, { code: 'PAYMENT_DECLINED', message: 'No' })
const unauthenticated = refusal(401, { code: 'UNAUTHENTICATED', message: 'Sign in' })
const tooMany = refusal(429, { code: 'TOO_MANY_REQUESTS', message: 'Later' })

/** What happens to one sending: the store's own answer, that answer lost, nothing arrives, or another answer. */
type Fate = 'answered' | 'answer lost' | 'lost' | ShopError

/** A store that places one order for one key, at the end of a line that breaks as told. */
function setup({ sendings = [], asking = [] }: { sendings?: Fate[]; asking?: ('answered' | 'lost')[] }) {
  const orders: Purchase[] = [aPurchase({ purchaseId: 'earlier' })]
  const placed = new Map<string, { order: Purchase; body: string }>()
  const sent: string[] = []
  const waits: number[] = []
  let isUnsure = false
  let keys = 0
  const attempts = createKeptAttempt(null, () => `key-${(keys += 1)}`)

  function place(key: string, wanted: OrderBody) {
    const text = JSON.stringify(wanted)
    const known = placed.get(key)
    if (known && known.body !== text)
      throw refusal(422, { code: 'IDEMPOTENCY_KEY_REUSED', message: 'Reused' })
    const order = known?.order ?? aPurchase({ purchaseId: `order of ${key}` })
    if (!known) orders.unshift(order)
    placed.set(key, { order, body: text })
    return order
  }

  const deps = {
    attempts,
    async send(wanted: OrderBody, key: string) {
      sent.push(key)
      const fate = sendings.shift() ?? 'answered'
      if (fate instanceof ShopError) throw fate
      const order = fate === 'lost' ? null : place(key, wanted)
      if (fate !== 'answered' || !order) throw new ShopError('gone', {})
      return order
    },
    async newestOrder() {
      if (sent.length > 0 && asking.shift() === 'lost') throw new ShopError('gone', {})
      return orders[0] ?? null
    },
    wait: async (ms: number) => void waits.push(ms),
    hasLeft: () => false,
    onUnsure: () => {
      isUnsure = true
    },
  }

  return {
    attempts,
    deps,
    sent,
    waits,
    orderCount: () => orders.length - 1,
    isUnsure: () => isUnsure,
    pay: (changed: Partial<OrderBody> = {}) =>
      placeOrder(deps, attempts.open('asha', '2×donut@69'), { ...body, ...changed }),
  }
}

describe('an order whose answer is lost', () => {
  it('is sent again under the same key, more patiently each time, and placed once', async () => {
    const { pay, sent, waits, orderCount, isUnsure } = setup({ sendings: ['answer lost', 'lost'] })

    expect(await pay()).toMatchObject({ kind: 'placed', purchase: { purchaseId: 'order of key-1' } })
    expect(sent).toEqual(['key-1', 'key-1', 'key-1'])
    expect(waits).toEqual([1000, 3000])
    expect(orderCount()).toBe(1)
    expect(isUnsure()).toBe(false)
  })

  it('three times is looked for among the orders, for as long as the store is away', async () => {
    const { pay, sent, orderCount, isUnsure, attempts } = setup({
      sendings: ['answer lost', 'answer lost', 'answer lost'],
      asking: ['lost', 'lost', 'answered'],
    })

    expect(await pay()).toMatchObject({ kind: 'placed', purchase: { purchaseId: 'order of key-1' } })
    expect(isUnsure()).toBe(true)
    expect(sent).toHaveLength(3)
    expect(orderCount()).toBe(1)
    expect(attempts.unsure('asha')).toBeNull()
  })

  it('and that never arrived may be paid again, under the same key', async () => {
    const { pay, sent, orderCount } = setup({ sendings: ['lost', 'lost', 'lost'] })

    expect(await pay()).toEqual({ kind: 'not-placed' })
    expect(await pay()).toMatchObject({ kind: 'placed' })
    expect(new Set(sent)).toEqual(new Set(['key-1']))
    expect(orderCount()).toBe(1)
  })

  it('waits longer than the store waits for a bank before it says that there is no order', async () => {
    const { pay, waits } = setup({ sendings: ['lost', 'lost', 'lost'] })
    await pay()

    expect(waits.slice(2).reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(15_000)
  })

  it('is still being placed when the store says so', async () => {
    const inProgress = refusal(409, { code: 'REQUEST_IN_PROGRESS', message: 'Wait' })
    const { pay, sent, orderCount } = setup({ sendings: ['answer lost', inProgress, 'answered'] })

    expect(await pay()).toMatchObject({ kind: 'placed' })
    expect(sent).toEqual(['key-1', 'key-1', 'key-1'])
    expect(orderCount()).toBe(1)
  })

  it('is found after a reload', async () => {
    const { deps, attempts } = setup({})
    const attempt = attempts.open('asha', '2×donut@69')
    attempts.sending(attempt, 'earlier')
    await deps.send(body, attempt.key)

    const unsure = attempts.unsure('asha')
    expect(unsure && (await recoverOrder(deps, unsure))).toMatchObject({
      kind: 'placed',
      purchase: { purchaseId: 'order of key-1' },
    })
    expect(attempts.unsure('asha')).toBeNull()
  })
})

describe('a refusal', () => {
  it('is final when it is about the order: the next try has a key of its own', async () => {
    const { pay, sent } = setup({ sendings: [declined] })

    expect(await pay()).toMatchObject({ kind: 'refused', error: declined })
    await pay()
    expect(sent).toEqual(['key-1', 'key-2'])
  })

  it.each([unauthenticated, tooMany])('for another reason leaves the key as it is', async (error) => {
    const { pay, sent, attempts } = setup({ sendings: [error] })

    expect(await pay()).toMatchObject({ kind: 'refused', error })
    expect(attempts.unsure('asha')).toBeNull()
    await pay()
    expect(sent).toEqual(['key-1', 'key-1'])
  })

  it('says nothing of an answer that was lost before it', async () => {
    const { pay, attempts, orderCount } = setup({ sendings: ['answer lost', unauthenticated] })

    await pay()
    expect(attempts.unsure('asha')).toMatchObject({ key: 'key-1', after: 'earlier' })
    expect(await pay()).toMatchObject({ kind: 'placed' })
    expect(orderCount()).toBe(1)
  })
})

it('finds the order that the key was used for with another card, and places no second one', async () => {
  const { pay, orderCount } = setup({ sendings: ['answer lost', unauthenticated] })
  await pay()

  expect(await pay({ totalAmount: 99 })).toMatchObject({
    kind: 'placed',
    purchase: { purchaseId: 'order of key-1' },
  })
  expect(orderCount()).toBe(1)
})

import { guardStorage } from '@nashta/browser/storage/browser-storage'
import { errorOfResponse, ShopError } from '@nashta/contracts/api/shop-error'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { aPurchase } from '@nashta/contracts/orders/purchase.fixture'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { describe, expect, it } from 'vitest'
import { createCheckoutAttempts } from './checkout-attempts.ts'
import { type OrderRequest, placeOrder, recoverOrder } from './place-order.ts'

const body: OrderRequest = {
  items: [],
  totalAmount: 138,
  paymentDetails: { method: 'cod' },
  shippingAddress: homeAddress,
}
const declined = errorOfResponse(402, { code: 'PAYMENT_DECLINED', message: 'No' })
const unauthenticated = errorOfResponse(401, { code: 'UNAUTHENTICATED', message: 'Sign in' })
const tooMany = errorOfResponse(429, { code: 'TOO_MANY_REQUESTS', message: 'Later' })

/** What happens to one POST: a response, a lost response, a lost request, or a refusal. */
type PostResult = 'response' | 'response lost' | 'request lost' | ShopError

type Setup = { posts?: PostResult[]; polls?: ('response' | 'lost')[] }

/** A store that places one order for one key, over a network that fails as `posts` and `polls` say. */
function setup({ posts = [], polls = [] }: Setup) {
  const orders: Purchase[] = [aPurchase({ purchaseId: 'earlier' })]
  const placed = new Map<string, { order: Purchase; body: string }>()
  const sent: string[] = []
  const waits: number[] = []
  let hasPolled = false
  let keys = 0
  const attempts = createCheckoutAttempts(guardStorage(null), () => `key-${(keys += 1)}`)

  function place(key: string, wanted: OrderRequest) {
    const text = JSON.stringify(wanted)
    const earlier = placed.get(key)
    if (earlier && earlier.body !== text)
      throw errorOfResponse(422, { code: 'IDEMPOTENCY_KEY_REUSED', message: 'Reused' })
    const order = earlier?.order ?? aPurchase({ purchaseId: `order of ${key}` })
    if (!earlier) orders.unshift(order)
    placed.set(key, { order, body: text })
    return order
  }

  const deps = {
    attempts,
    async postOrder(wanted: OrderRequest, key: string) {
      sent.push(key)
      const result = posts.shift() ?? 'response'
      if (result instanceof ShopError) throw result
      const order = result === 'request lost' ? null : place(key, wanted)
      if (result !== 'response' || !order) throw new ShopError('no response', {})
      return order
    },
    async fetchNewestOrder() {
      if (sent.length > 0 && polls.shift() === 'lost') throw new ShopError('no response', {})
      return orders[0] ?? null
    },
    wait: async (ms: number) => void waits.push(ms),
    hasLeft: () => false,
    onPollStart: () => {
      hasPolled = true
    },
  }

  return {
    attempts,
    deps,
    sent,
    waits,
    orderCount: () => orders.length - 1,
    hasPolled: () => hasPolled,
    pay: (changed: Partial<OrderRequest> = {}) =>
      placeOrder(deps, attempts.open('asha', '2×donut@69'), { ...body, ...changed }),
  }
}

describe('an order whose response is lost', () => {
  it('an order without a response is sent again under the same key after longer delays, and placed once', async () => {
    const { pay, sent, waits, orderCount, hasPolled } = setup({ posts: ['response lost', 'request lost'] })

    expect(await pay()).toMatchObject({ kind: 'placed', order: { purchaseId: 'order of key-1' } })
    expect(sent).toEqual(['key-1', 'key-1', 'key-1'])
    expect(waits).toEqual([1000, 3000])
    expect(orderCount()).toBe(1)
    expect(hasPolled()).toBe(false)
  })

  it('an order is looked up in the order list after three lost responses, until the store can be reached', async () => {
    const { pay, sent, orderCount, hasPolled, attempts } = setup({
      posts: ['response lost', 'response lost', 'response lost'],
      polls: ['lost', 'lost', 'response'],
    })

    expect(await pay()).toMatchObject({ kind: 'placed', order: { purchaseId: 'order of key-1' } })
    expect(hasPolled()).toBe(true)
    expect(sent).toHaveLength(3)
    expect(orderCount()).toBe(1)
    expect(attempts.findWithUnknownOutcome('asha')).toBeNull()
  })

  it('an order whose requests never arrived can be paid again under the same key', async () => {
    const { pay, sent, orderCount } = setup({ posts: ['request lost', 'request lost', 'request lost'] })

    expect(await pay()).toEqual({ kind: 'not-placed' })
    expect(await pay()).toMatchObject({ kind: 'placed' })
    expect(new Set(sent)).toEqual(new Set(['key-1']))
    expect(orderCount()).toBe(1)
  })

  it('the order list is polled for longer than the store waits for a bank before an order counts as not placed', async () => {
    const { pay, waits } = setup({ posts: ['request lost', 'request lost', 'request lost'] })
    await pay()

    expect(waits.slice(2).reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(15_000)
  })

  it('an order is sent again while the store says that the order is in progress', async () => {
    const inProgress = errorOfResponse(409, { code: 'REQUEST_IN_PROGRESS', message: 'Wait' })
    const { pay, sent, orderCount } = setup({ posts: ['response lost', inProgress, 'response'] })

    expect(await pay()).toMatchObject({ kind: 'placed' })
    expect(sent).toEqual(['key-1', 'key-1', 'key-1'])
    expect(orderCount()).toBe(1)
  })

  it('an order sent before a reload is found', async () => {
    const { deps, attempts } = setup({})
    const attempt = attempts.open('asha', '2×donut@69')
    attempts.markSent(attempt, 'earlier')
    await deps.postOrder(body, attempt.key)

    const unsure = attempts.findWithUnknownOutcome('asha')
    expect(unsure && (await recoverOrder(deps, unsure))).toMatchObject({
      kind: 'placed',
      order: { purchaseId: 'order of key-1' },
    })
    expect(attempts.findWithUnknownOutcome('asha')).toBeNull()
  })
})

describe('a refused order', () => {
  it('an order gets a new key at the next try after a declined payment', async () => {
    const { pay, sent } = setup({ posts: [declined] })

    expect(await pay()).toMatchObject({ kind: 'refused', error: declined })
    await pay()
    expect(sent).toEqual(['key-1', 'key-2'])
  })

  it.each([unauthenticated, tooMany])(
    'an order keeps its key when the refusal is not about the order',
    async (error) => {
      const { pay, sent, attempts } = setup({ posts: [error] })

      expect(await pay()).toMatchObject({ kind: 'refused', error })
      expect(attempts.findWithUnknownOutcome('asha')).toBeNull()
      await pay()
      expect(sent).toEqual(['key-1', 'key-1'])
    },
  )

  it('a refused order keeps an unknown outcome when the response to an earlier POST was lost', async () => {
    const { pay, attempts, orderCount } = setup({ posts: ['response lost', unauthenticated] })

    await pay()
    expect(attempts.findWithUnknownOutcome('asha')).toMatchObject({ key: 'key-1', after: 'earlier' })
    expect(await pay()).toMatchObject({ kind: 'placed' })
    expect(orderCount()).toBe(1)
  })
})

it('a changed order under the key of an order whose response was lost finds that order and places no second one', async () => {
  const { pay, orderCount } = setup({ posts: ['response lost', unauthenticated] })
  await pay()

  expect(await pay({ totalAmount: 99 })).toMatchObject({
    kind: 'placed',
    order: { purchaseId: 'order of key-1' },
  })
  expect(orderCount()).toBe(1)
})

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
const notServed = errorOfResponse(409, { code: 'ADDRESS_NOT_SERVED', message: 'Not here' })
const tooManyUnits = errorOfResponse(409, { code: 'QUANTITY_LIMITED', message: 'Fewer' })
const unauthenticated = errorOfResponse(401, { code: 'UNAUTHENTICATED', message: 'Sign in' })
const tooMany = errorOfResponse(429, { code: 'TOO_MANY_REQUESTS', message: 'Later' })

/** How long the Shop API waits for a bank. */
const BANK_TIMEOUT_MS = 15_000

/** What happens to one POST: a response, a lost response, a lost request, or a refusal. */
type PostResult = 'response' | 'response lost' | 'request lost' | ShopError

type Setup = { posts?: PostResult[]; polls?: ('response' | 'lost')[]; failedFetches?: number }

/**
 * A store that places one order for each key, over a network that may fail. The entries of `posts`
 * and `polls` are used one by one. Later calls get a response. Before the first POST, the
 * newest order cannot be fetched `failedFetches` times.
 */
function setup({ posts = [], polls = [], failedFetches = 0 }: Setup) {
  const orders: Purchase[] = [aPurchase({ purchaseId: 'earlier' })]
  const placed = new Map<string, { order: Purchase; body: string }>()
  const sent: string[] = []
  const waits: number[] = []
  let hasPolled = false
  let fetchesBeforePost = 0
  let keyCount = 0
  const attempts = createCheckoutAttempts(guardStorage(null), () => `key-${(keyCount += 1)}`)

  function place(key: string, request: OrderRequest) {
    const text = JSON.stringify(request)
    const sameKey = placed.get(key)
    if (sameKey && sameKey.body !== text)
      throw errorOfResponse(422, { code: 'IDEMPOTENCY_KEY_REUSED', message: 'Reused' })
    if (sameKey) return sameKey.order
    const order = aPurchase({ purchaseId: `order of ${key}` })
    orders.unshift(order)
    placed.set(key, { order, body: text })
    return order
  }

  const deps = {
    attempts,
    async postOrder(request: OrderRequest, key: string) {
      sent.push(key)
      const result = posts.shift() ?? 'response'
      if (result instanceof ShopError) throw result
      if (result === 'request lost') throw new ShopError('no response', {})
      const order = place(key, request)
      if (result === 'response lost') throw new ShopError('no response', {})
      return order
    },
    async fetchNewestOrder() {
      // The newest order is also fetched before the first POST. That is no poll.
      const isPoll = sent.length > 0
      if (!isPoll) fetchesBeforePost += 1
      const isLost = isPoll ? polls.shift() === 'lost' : fetchesBeforePost <= failedFetches
      if (isLost) throw new ShopError('no response', {})
      return orders[0] ?? null
    },
    wait: async (ms: number) => void waits.push(ms),
    // The shopper leaves after a hundred waits, so that a test cannot poll forever.
    hasLeft: () => waits.length > 100,
    onPollStart: () => {
      hasPolled = true
    },
  }

  return {
    attempts,
    deps,
    sent,
    waits,
    /** Does not count the order `earlier`. */
    newOrderCount: () => orders.length - 1,
    hasPolled: () => hasPolled,
    pay: (changed: Partial<OrderRequest> = {}) =>
      placeOrder(deps, attempts.continueOrStart('asha', '2×donut@69'), { ...body, ...changed }),
  }
}

describe('an order whose response is lost', () => {
  it('an order without a response is sent again under the same key after longer delays, and placed once', async () => {
    const { pay, sent, waits, newOrderCount, hasPolled } = setup({ posts: ['response lost', 'request lost'] })

    expect(await pay()).toMatchObject({ kind: 'placed', order: { purchaseId: 'order of key-1' } })
    expect(sent).toEqual(['key-1', 'key-1', 'key-1'])
    expect(waits).toEqual([1000, 3000])
    expect(newOrderCount()).toBe(1)
    expect(hasPolled()).toBe(false)
  })

  it('an order that was never sent, because the store could not be reached, is not looked up', async () => {
    const { pay, sent, hasPolled } = setup({ failedFetches: Infinity })

    expect(await pay()).toEqual({ kind: 'not-placed' })
    expect(sent).toEqual([])
    expect(hasPolled()).toBe(false)
  })

  it('an order is looked up in the order list after three lost responses, until the store can be reached', async () => {
    const { pay, sent, newOrderCount, hasPolled, attempts } = setup({
      posts: ['response lost', 'response lost', 'response lost'],
      polls: ['lost', 'lost', 'response'],
    })

    expect(await pay()).toMatchObject({ kind: 'placed', order: { purchaseId: 'order of key-1' } })
    expect(hasPolled()).toBe(true)
    expect(sent).toHaveLength(3)
    expect(newOrderCount()).toBe(1)
    expect(attempts.findWithUnknownOutcome('asha')).toBeNull()
  })

  it('an order whose requests never arrived can be paid again under the same key', async () => {
    const { pay, sent, newOrderCount } = setup({ posts: ['request lost', 'request lost', 'request lost'] })

    expect(await pay()).toEqual({ kind: 'not-placed' })
    expect(await pay()).toMatchObject({ kind: 'placed' })
    expect(new Set(sent)).toEqual(new Set(['key-1']))
    expect(newOrderCount()).toBe(1)
  })

  it('the order list is polled for longer than the store waits for a bank before an order counts as not placed', async () => {
    const { pay, waits } = setup({ posts: ['request lost', 'request lost', 'request lost'] })
    await pay()

    const [_beforeSecondPost, _beforeThirdPost, ...betweenPolls] = waits
    expect(betweenPolls.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(BANK_TIMEOUT_MS)
  })

  it('an order is sent again while the store says that the order is in progress', async () => {
    const inProgress = errorOfResponse(409, { code: 'REQUEST_IN_PROGRESS', message: 'Wait' })
    const { pay, sent, newOrderCount } = setup({ posts: ['response lost', inProgress, 'response'] })

    expect(await pay()).toMatchObject({ kind: 'placed' })
    expect(sent).toEqual(['key-1', 'key-1', 'key-1'])
    expect(newOrderCount()).toBe(1)
  })

  it('an order sent before a reload is found', async () => {
    const { deps, attempts } = setup({})
    const attempt = attempts.continueOrStart('asha', '2×donut@69')
    attempts.markSent(attempt, 'earlier')
    await deps.postOrder(body, attempt.key)

    const sentAttempt = attempts.findWithUnknownOutcome('asha')
    expect(sentAttempt && (await recoverOrder(deps, sentAttempt))).toMatchObject({
      kind: 'placed',
      order: { purchaseId: 'order of key-1' },
    })
    expect(attempts.findWithUnknownOutcome('asha')).toBeNull()
  })
})

describe('a refused order', () => {
  it.each([declined, notServed, tooManyUnits])(
    'an order gets a new key at the next try after $code, also if an earlier request was lost',
    async (error) => {
      const { pay, sent, attempts } = setup({ posts: ['request lost', error] })

      expect(await pay()).toMatchObject({ kind: 'refused', error })
      expect(attempts.findWithUnknownOutcome('asha')).toBeNull()
      await pay()
      expect(sent).toEqual(['key-1', 'key-1', 'key-2'])
    },
  )

  it.each([unauthenticated, tooMany])(
    'an order keeps its key after $code, which refuses the request but not the order',
    async (error) => {
      const { pay, sent, attempts } = setup({ posts: [error] })

      expect(await pay()).toMatchObject({ kind: 'refused', error })
      expect(attempts.findWithUnknownOutcome('asha')).toBeNull()
      await pay()
      expect(sent).toEqual(['key-1', 'key-1'])
    },
  )

  it('a refused order was not placed when the tries before could not fetch the newest order and sent nothing', async () => {
    const { pay, attempts, sent } = setup({ posts: [tooMany], failedFetches: 1 })

    expect(await pay()).toMatchObject({ kind: 'refused', error: tooMany })
    expect(sent).toHaveLength(1)
    expect(attempts.findWithUnknownOutcome('asha')).toBeNull()
  })

  it('a refused order has an unknown outcome when an earlier response was lost', async () => {
    const { pay, attempts, newOrderCount } = setup({ posts: ['response lost', unauthenticated] })

    await pay()
    expect(attempts.findWithUnknownOutcome('asha')).toMatchObject({ key: 'key-1', after: 'earlier' })
    expect(await pay()).toMatchObject({ kind: 'placed' })
    expect(newOrderCount()).toBe(1)
  })
})

it('after a lost response, a changed order finds the placed one and is not placed', async () => {
  const { pay, newOrderCount } = setup({ posts: ['response lost', unauthenticated] })
  await pay()

  expect(await pay({ totalAmount: 99 })).toMatchObject({
    kind: 'placed',
    order: { purchaseId: 'order of key-1' },
  })
  expect(newOrderCount()).toBe(1)
})

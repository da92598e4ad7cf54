import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { describe, expect, it } from 'vitest'
import { type EventStore, HISTORY_MAX, INITIAL_DATA_VERSION, type Shopper } from './event-store.ts'

const AT = '2026-03-01T10:00:00.000Z'
const later = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000).toISOString()

const view = (productId: string, at = AT): ShopEvent => ({
  id: `view:asha:${productId}:${at}`,
  kind: 'view',
  userId: 'asha',
  productId,
  at,
})

const cart = (version: number, quantities: Record<string, number>, userId = 'asha'): ShopEvent => ({
  id: `cart:${userId}:${version}`,
  kind: 'cart',
  userId,
  version,
  lines: Object.entries(quantities).map(([productId, quantity]) => ({ productId, quantity })),
  at: later(version),
})

const purchase = (id: string, quantities: Record<string, number>, userId = 'asha', at = AT): ShopEvent => ({
  id: `purchase:${id}`,
  kind: 'purchase',
  userId,
  lines: Object.entries(quantities).map(([productId, quantity]) => ({ productId, quantity })),
  at,
})

const accountDeleted = (userId: string): ShopEvent => ({
  id: `account-deleted:${userId}`,
  kind: 'accountDeleted',
  userId,
  at: AT,
})

/** Each interaction as a text, such as `cart 2 donut`. */
function summaryOf({ history }: Shopper) {
  return history.map(({ kind, productId, quantity }) => `${kind} ${quantity} ${productId}`)
}

/** The tests that every event store must pass. */
export function eventStoreSuite(name: string, open: () => Promise<EventStore>) {
  describe(`events in ${name}`, () => {
    it('an unknown shopper has an empty history', async () => {
      const store = await open()
      expect(await store.findShopper('asha')).toEqual({ history: [], cart: new Set() })
    })

    it("a shopper's views, cart lines and purchases are returned oldest first", async () => {
      const store = await open()
      await store.add([purchase('p1', { donut: 2, chips: 1 }, 'asha', later(30)), view('donut')])
      await store.add([cart(1, { donut: 2 })])

      expect(summaryOf(await store.findShopper('asha'))).toEqual([
        'view 1 donut',
        'cart 2 donut',
        'purchase 1 chips',
        'purchase 2 donut',
      ])
      const [first, , ...bought] = (await store.findShopper('asha')).history
      expect(first).toMatchObject({ userId: 'asha', at: Date.parse(AT) })
      // Both products of the purchase have its event id.
      expect(new Set(bought.map(({ eventId }) => eventId)).size).toBe(1)
      expect(summaryOf(await store.findShopper('ravi'))).toEqual([])
    })

    it('a repeated event counts once', async () => {
      const store = await open()
      const events = [view('donut'), cart(1, { donut: 2 }), purchase('p1', { donut: 2 })]
      await store.add(events)
      const readStored = async () => [await store.findShopper('asha'), await store.dataVersion()]
      const storedBefore = await readStored()
      await store.add(events)
      await store.add([...events, ...events])
      expect(await readStored()).toEqual(storedBefore)
    })

    it('the cart has the latest quantities although its events arrive out of order', async () => {
      const store = await open()
      await store.add([cart(3, { donut: 0, chips: 1 })])
      await store.add([cart(1, { donut: 1 }), cart(2, { laddoo: 4 })])
      expect((await store.findShopper('asha')).cart).toEqual(new Set(['chips', 'laddoo']))
    })

    it('a larger quantity in the cart is an interaction, a smaller one is not', async () => {
      const store = await open()
      await store.add([cart(1, { donut: 3 }), cart(2, { donut: 1 }), cart(3, { donut: 2 })])
      expect(summaryOf(await store.findShopper('asha'))).toEqual(['cart 3 donut', 'cart 1 donut'])
    })

    it('the data version changes only when there is something new to train on', async () => {
      const store = await open()
      const empty = await store.dataVersion()
      expect(empty).toBe(INITIAL_DATA_VERSION)
      await store.add([view('donut')])
      const afterFirst = await store.dataVersion()
      expect(afterFirst).not.toBe(empty)
      await store.add([])
      expect(await store.dataVersion()).toBe(afterFirst)
      await store.add([view('chips')])
      expect(await store.dataVersion()).not.toBe(afterFirst)
    })

    it('nothing of a deleted user is stored, not even later events', async () => {
      const store = await open()
      await store.add([
        purchase('p1', { donut: 1 }),
        cart(1, { chips: 1 }),
        purchase('p2', { donut: 1 }, 'ravi'),
      ])
      const before = await store.dataVersion()
      await store.add([accountDeleted('asha')])
      expect(await store.dataVersion()).not.toBe(before)
      await store.add([view('donut'), purchase('p3', { chips: 1 }), cart(2, { laddoo: 1 })])

      expect(await store.findShopper('asha')).toEqual({ history: [], cart: new Set() })
      expect(summaryOf(await store.findShopper('ravi'))).toEqual(['purchase 1 donut'])
    })

    it('old views are pruned', async () => {
      const store = await open()
      await store.add([view('donut'), view('chips', later(60)), purchase('p1', { donut: 1 })])
      await store.pruneViews(new Date(later(30)))
      expect(summaryOf(await store.findShopper('asha'))).toEqual(['purchase 1 donut', 'view 1 chips'])
    })

    it('a long history is limited to the latest interactions', async () => {
      const store = await open()
      await store.add(
        Array.from({ length: HISTORY_MAX + 1 }, (_, index) => view(`snack-${index}`, later(index))),
      )
      const { history } = await store.findShopper('asha')
      expect(history.length).toBe(HISTORY_MAX)
      expect(history[0]?.productId).toBe('snack-1')
      expect(history.at(-1)?.productId).toBe(`snack-${HISTORY_MAX}`)
    })
  })
}

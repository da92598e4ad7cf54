import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { DONUT, type Shopper } from '../../shopper.ts'

/** Visits begin this far apart, so that no visitor is delayed by the visitor's own pace. */
const VISIT_EVERY_MS = 160
const SEARCHES = ['chips', 'dark chocolate', 'masala', 'donut', 'roasted', 'lays', 'cookeis', 'bar']

/** Visitors of different networks. Each one looks around and changes the cart, again and again. */
export function createVisitors(url: string, shoppers: readonly Shopper[]) {
  const failures: string[] = []

  async function visit({ userId, accessToken }: Shopper, address: string) {
    const search = SEARCHES[randomInt(SEARCHES.length)] ?? ''
    const cart = `${SHOP_API_BASE}/carts/${userId}`
    const calls: [path: string, body?: object][] = [
      ['/'],
      [`${SHOP_API_BASE}/products?search=${encodeURIComponent(search)}&limit=24`],
      [`/product/${DONUT.productId}`],
      [cart, { itemId: DONUT.productId, quantity: randomInt(1, 10) }],
      [cart],
    ]
    const started = performance.now()
    for (const [path, body] of calls) {
      const response = await fetch(url + path, {
        method: body ? 'PUT' : 'GET',
        headers: {
          'x-forwarded-for': address,
          ...(path === cart && { authorization: `Bearer ${accessToken}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      await response.arrayBuffer()
      if (!response.ok) failures.push(`${path} ${response.status}`)
    }
    return performance.now() - started
  }

  return {
    /** Visitors' calls that failed, or that a limit refused because of the attacker. */
    failures,
    /** Returns how long each visit took that began within the time. */
    async visitFor(milliseconds: number): Promise<number[]> {
      const until = performance.now() + milliseconds
      const times = await Promise.all(
        shoppers.map(async (shopper, index) => {
          const ownTimes: number[] = []
          // The visitors do not begin together.
          await sleep((VISIT_EVERY_MS * index) / shoppers.length)
          while (performance.now() < until) {
            const time = await visit(shopper, `198.51.100.${index + 1}`)
            ownTimes.push(time)
            await sleep(Math.max(0, VISIT_EVERY_MS - time))
          }
          return ownTimes
        }),
      )
      return times.flat()
    },
  }
}

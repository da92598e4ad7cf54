import { createRandom } from '@nashta/contracts/catalogue/random.fixture'
import { expect, it } from 'vitest'
import { lineOf } from '../cart/cart.ts'
import { anOrder, barfi, settle } from './order.fixture.ts'
import {
  approved,
  BY_ADMIN,
  cancelled,
  type CreatePurchaseStore,
  declined,
  expired,
  openPurchaseStore,
  otherId,
  type PurchaseStoreSetup,
} from './purchase-store.fixture.ts'

/** How every PurchaseStore adapter takes and returns stock. */
export function orderStockSuite(create: CreatePurchaseStore) {
  const { setup, begin, settled, inStock } = openPurchaseStore(create)

  it('a shopper cannot make stock by cancelling an order that took none', async () => {
    await setup().products.update('barfi', { stock: null }, BY_ADMIN)
    expect((await begin()).order.taken).toEqual([])
    await settled(approved)
    await setup().products.update('barfi', { stock: 5 }, BY_ADMIN)
    await settled(cancelled)
    expect(await inStock()).toBe(5)
  })

  it('a cancelled order returns nothing to a product that is unlimited by now, or removed', async () => {
    await begin()
    await settled(approved)
    await begin({ purchaseId: otherId, lines: [lineOf(barfi, 1)] })
    await setup().products.update('barfi', { stock: null }, BY_ADMIN)
    await settled(cancelled)
    expect(await inStock()).toBeUndefined()
    await setup().products.remove('barfi', BY_ADMIN)
    expect(await settle(setup().store, otherId, expired)).toBeNull()
    expect(await setup().products.find('barfi')).toBeNull()
  })

  it.each([1, 2, 3, 4, 5, 6])(
    'stock changes only by what orders took and returned, whatever happens meanwhile (history %i)',
    async (seed) => {
      expect(await playStockHistory(setup(), seed)).toEqual([])
    },
  )
}

const STOCK_STEPS = 40

/**
 * Random orders, settlements, cancellations, stock counts and removals, compared with a simple model after each. Returns
 * the first difference.
 */
async function playStockHistory({ store, products }: PurchaseStoreSetup, seed: number) {
  const random = createRandom(seed)
  const productIds = ['one', 'two', 'three'].map((name) => `${name}-${seed}`)
  /** The stock of each product: null when it is unlimited, undefined when the product does not exist. */
  const model = new Map<string, number | null | undefined>()
  const open = new Map<string, Map<string, number>>()

  async function setStock(productId: string) {
    const stock = random.one([null, null, 5, 20])
    if (model.get(productId) === undefined) {
      const product = { ...barfi, products_id: productId, stock: stock ?? undefined }
      await products.create(product, BY_ADMIN)
    } else await products.update(productId, { stock }, BY_ADMIN)
    model.set(productId, stock)
  }

  async function buy(number: number) {
    const purchaseId = `01JG${String(seed * 1000 + number).padStart(22, '0')}`
    const wanted = productIds.filter((productId) => model.get(productId) !== undefined && random.chance(0.7))
    if (wanted.length === 0) return
    const lines = wanted.map((productId) =>
      lineOf({ ...barfi, products_id: productId }, random.one([1, 2, 6])),
    )
    const isPossible = lines.every(
      ({ productId, quantity }) => (model.get(productId) ?? Infinity) >= quantity,
    )
    const begun = store.begin({
      attempt: { userId: 'asha', key: `key:${purchaseId}`, fingerprint: purchaseId },
      productIds: wanted,
      draft: () => ({ order: anOrder({ purchaseId, lines }), effects: [] }),
    })
    if (!isPossible) return expect(begun).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
    await begun
    const taken = new Map<string, number>()
    for (const { productId, quantity } of lines) {
      const stock = model.get(productId)
      if (typeof stock !== 'number') continue
      model.set(productId, stock - quantity)
      taken.set(productId, quantity)
    }
    open.set(purchaseId, taken)
  }

  async function giveBack() {
    const purchaseId = random.one([...open.keys(), ''])
    const taken = open.get(purchaseId)
    if (!taken) return
    open.delete(purchaseId)
    if (random.chance(0.5)) await settle(store, purchaseId, random.one([declined, expired]))
    else {
      await settle(store, purchaseId, approved)
      await settle(store, purchaseId, cancelled)
    }
    for (const [productId, quantity] of taken) {
      const stock = model.get(productId)
      if (typeof stock === 'number') model.set(productId, stock + quantity)
    }
  }

  async function remove(productId: string) {
    await products.remove(productId, BY_ADMIN)
    model.set(productId, undefined)
  }

  for (const productId of productIds) await setStock(productId)
  for (let step = 0; step < STOCK_STEPS; step += 1) {
    const kind = random.one(['buy', 'buy', 'buy', 'giveBack', 'giveBack', 'setStock', 'setStock', 'remove'])
    if (kind === 'buy') await buy(step)
    else if (kind === 'giveBack') await giveBack()
    else if (kind === 'setStock') await setStock(random.one(productIds))
    else await remove(random.one(productIds))

    for (const productId of productIds) {
      const product = await products.find(productId)
      const stock = product ? (product.stock ?? null) : undefined
      const expected = model.get(productId)
      if (stock !== expected) return [{ seed, step, kind, productId, stock, expected }]
    }
  }
  return []
}

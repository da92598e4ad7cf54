import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { addCartItem, getCart } from '@nashta/contracts/cart/cart'
import { asPaise } from '@nashta/contracts/money'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aProduct } from '../catalogue/product.fixture.ts'
import type { OpenTestShop, TestShop } from '../shop.fixture.ts'

/** The behaviour of the cart routes on every adapter. Numbers such as A7 are rows of docs/specification.md. */
export function cartRoutesSuite(open: OpenTestShop) {
  let test: TestShop
  const openWith = async (otherSnackCount: number) => {
    test = await open()
    await test.shop.products.fillIfEmpty([
      aProduct({ products_id: 'laddoo', id: '7', name: 'Laddoo', pricePaise: asPaise(27_950) }),
      aProduct({ products_id: 'barfi', name: 'Barfi', pricePaise: asPaise(10) }),
      ...Array.from({ length: otherSnackCount }, (_, index) => aProduct({ products_id: `p${index}` })),
    ])
  }
  beforeEach(() => openWith(4))
  afterEach(() => test.close())

  const add = (productId: unknown, quantity?: unknown, headers = {}) =>
    test.call('asha', 'POST', '/carts/asha', { productId, quantity }, headers)
  const readCart = async () => (await test.call('asha', 'GET', '/carts/asha')).data
  const readQuantities = async () =>
    Object.fromEntries(
      (await readCart()).items.map((item: { productId: string; quantity: number }) => [
        item.productId,
        item.quantity,
      ]),
    )

  describe('a cart', () => {
    it('is empty before anything was added', async () => {
      const response = await test.call('asha', 'GET', '/carts/asha')
      expect(parseExactly(getCart.reply, { data: response.data }).data).toMatchObject({
        userId: 'asha',
        items: [],
        totalItems: 0,
        totalPrice: 0,
        version: 0,
      })
      expect(response.headers.etag).toBe('"0"')
    })

    it('takes name, price and picture from the catalogue, whatever the request says (A7)', async () => {
      const response = await test.call('asha', 'POST', '/carts/asha', {
        id: 'laddoo',
        productId: 'laddoo',
        name: '<script>',
        price: 1,
        imageUrl: 'javascript:alert(1)',
        quantity: 2,
        category: 'Free',
        userId: 'ravi',
      })
      expect(parseExactly(addCartItem.reply, { data: response.data }).data).toMatchObject({
        items: [{ id: 'laddoo', name: 'Laddoo', price: 279.5, quantity: 2, category: 'Nuts & Treats' }],
        totalPrice: 559,
      })
    })

    it('adds one unit by default, and its total is exact (A13)', async () => {
      for (let index = 0; index < 3; index += 1) await add('barfi')
      expect(await readCart()).toMatchObject({ totalItems: 3, totalPrice: 0.3 })
    })

    it('has one line for a product, whichever of its ids is sent (A12)', async () => {
      await add(7)
      await add('7')
      await add('laddoo')
      expect(await readQuantities()).toEqual({ laddoo: 3 })
    })

    it('sets a quantity, removes a line at zero or less, removes one line, and clears all lines', async () => {
      await add('laddoo', 5)
      await add('barfi', 2)
      await test.call('asha', 'PUT', '/carts/asha', { itemId: 'laddoo', quantity: 3 })
      expect(await readQuantities()).toEqual({ laddoo: 3, barfi: 2 })
      await test.call('asha', 'PUT', '/carts/asha', { itemId: 'barfi', quantity: -4 })
      expect(await readQuantities()).toEqual({ laddoo: 3 })
      await add('barfi', 2)
      await test.call('asha', 'DELETE', '/carts/asha/items/laddoo')
      expect(await readQuantities()).toEqual({ barfi: 2 })
      await test.call('asha', 'DELETE', '/carts/asha')
      expect(await readQuantities()).toEqual({})
    })
  })

  describe('limits (A11)', () => {
    it.each([0, -1, 1000, 1.5, '2', null, 1e308])(
      'the quantity %s is refused, and nothing changes',
      async (quantity) => {
        const response = await add('laddoo', quantity)
        expect([response.status, response.code]).toEqual([400, 'VALIDATION_FAILED'])
        expect(await readCart()).toMatchObject({ version: 0 })
      },
    )

    it('an add beyond 999 units is refused', async () => {
      await add('laddoo', 999)
      expect((await add('laddoo', 1)).status).toBe(400)
      expect(await readQuantities()).toEqual({ laddoo: 999 })
    })

    it('a product that is not in the catalogue is refused', async () => {
      const response = await add('nothing')
      expect([response.status, response.code]).toEqual([404, 'PRODUCT_NOT_FOUND'])
    })
  })

  describe('the idempotency key of a cart request (A4)', () => {
    it('makes a repeated request count once', async () => {
      const first = await add('laddoo', 1, { 'idempotency-key': 'key-1' })
      const second = await add('laddoo', 1, { 'idempotency-key': 'key-1' })

      expect(second.data).toEqual(first.data)
      expect(second.headers['idempotent-replayed']).toBe('true')
      expect(first.headers['idempotent-replayed']).toBeUndefined()
      expect(await readQuantities()).toEqual({ laddoo: 1 })
    })

    it('gives a repeated request its replay, even if the product was removed meanwhile', async () => {
      const key = { 'idempotency-key': 'key-1' }
      const replaceKey = { 'idempotency-key': 'key-2' }
      const replaceAll = () =>
        test.call('asha', 'PUT', '/carts/asha', { items: [{ productId: 'laddoo' }] }, replaceKey)
      await add('laddoo', 1, key)
      await replaceAll()
      await test.call('boss', 'DELETE', '/products/laddoo')

      for (const response of [await add('laddoo', 1, key), await replaceAll()]) {
        expect(response.status).toBe(200)
        expect(response.headers['idempotent-replayed']).toBe('true')
      }
      expect((await add('laddoo')).code).toBe('PRODUCT_NOT_FOUND')
    })

    it('is refused when it was used for another change, or is invalid', async () => {
      await add('laddoo', 1, { 'idempotency-key': 'key-1' })
      expect((await add('laddoo', 2, { 'idempotency-key': 'key-1' })).code).toBe('IDEMPOTENCY_KEY_REUSED')
      expect((await add('laddoo', 2, { 'idempotency-key': 'x'.repeat(129) })).status).toBe(400)
    })

    it('is optional: without it, 64 clients that add 10 units each at once add 640', async () => {
      await Promise.all(
        Array.from({ length: 64 }, async () => {
          for (let round = 0; round < 10; round += 1) await add('laddoo', 1)
        }),
      )
      expect(await readQuantities()).toEqual({ laddoo: 640 })
    })
  })

  describe('replacing the whole cart (A3, A5)', () => {
    it('is refused when the client sends an old version, and otherwise leaves only the new lines', async () => {
      await add('laddoo', 5)
      const body = { items: [{ productId: 'barfi', quantity: 2 }, { productId: 'p1' }] }
      const outdated = await test.call('asha', 'PUT', '/carts/asha', body, { 'if-match': '"0"' })
      expect([outdated.status, outdated.code]).toEqual([412, 'CART_CHANGED'])
      expect(await readQuantities()).toEqual({ laddoo: 5 })

      const response = await test.call('asha', 'PUT', '/carts/asha', body, { 'if-match': '"1"' })
      expect(response.headers.etag).toBe('"2"')
      expect(await readQuantities()).toEqual({ barfi: 2, p1: 1 })
    })

    it('leaves the cart unchanged when an item is unknown', async () => {
      await add('laddoo', 5)
      const response = await test.call('asha', 'PUT', '/carts/asha', { items: [{ productId: 'nothing' }] })
      expect(response.code).toBe('PRODUCT_NOT_FOUND')
      expect(await readQuantities()).toEqual({ laddoo: 5 })
    })
  })

  const merge = (mergeId: string, delta: object[]) =>
    test.call('asha', 'POST', '/carts/asha/merge', { mergeId, delta })

  describe('a merge (A1)', () => {
    it('applies increases and decreases within the limits, once per mergeId', async () => {
      await add('laddoo', 5)
      await add('barfi', 2)
      await add('p1', 998)
      const delta = [
        { productId: 'laddoo', quantity: -3 },
        // The cart has fewer units, so the line is removed.
        { productId: 'barfi', quantity: -9 },
        // A line has at most 999 units.
        { productId: 'p1', quantity: 50 },
        { productId: 'p2', quantity: 4 },
        // The cart has no such line, so there is nothing to subtract from.
        { productId: 'p3', quantity: -4 },
        // The catalogue has no such product.
        { productId: 'nothing', quantity: 1 },
      ]
      await merge('sign-in-1', delta)
      const merged = { laddoo: 2, p1: 999, p2: 4 }
      expect(await readQuantities()).toEqual(merged)

      const again = await merge('sign-in-1', delta)
      expect(again.headers['idempotent-replayed']).toBe('true')
      expect(await readQuantities()).toEqual(merged)
      expect((await merge('sign-in-1', [{ productId: 'p2', quantity: 1 }])).code).toBe(
        'IDEMPOTENCY_KEY_REUSED',
      )
      await merge('sign-in-2', [{ productId: 'p2', quantity: -4 }])
      expect(await readQuantities()).toEqual({ laddoo: 2, p1: 999 })
    })
  })

  describe('a full cart', () => {
    beforeEach(async () => {
      await test.close()
      await openWith(100)
    })

    it('holds a hundred lines and no more', async () => {
      for (let index = 0; index < 100; index += 1) await add(`p${index}`)
      const response = await add('laddoo')
      expect([response.status, response.message]).toEqual([400, 'A cart holds at most 100 different items'])
      expect((await add('p5')).status).toBe(200)
    })

    it('refuses a merge that would exceed a hundred lines, and stays unchanged', async () => {
      for (let index = 0; index < 99; index += 1) await add(`p${index}`)
      const response = await merge('m', [
        { productId: 'laddoo', quantity: 1 },
        { productId: 'barfi', quantity: 1 },
      ])
      expect(response.status).toBe(400)
      expect((await readCart()).items).toHaveLength(99)
    })
  })

  describe('a cart line, when the catalogue changes', () => {
    it('shows the current price and the one it was added at (A8)', async () => {
      await add('laddoo', 2)
      await test.call('boss', 'PUT', '/products/laddoo', { price: 300 })
      expect(await readCart()).toMatchObject({
        items: [{ price: 300, priceChangedFrom: 279.5 }],
        totalPrice: 600,
      })
    })

    it('stays when its product was removed, and adds nothing to the total (A9)', async () => {
      await add('laddoo', 2)
      await add('barfi', 3)
      await test.call('boss', 'DELETE', '/products/laddoo')
      expect(await readCart()).toMatchObject({
        items: [{ name: 'Laddoo', unavailable: true, quantity: 2 }, { name: 'Barfi' }],
        totalPrice: 0.3,
      })
    })
  })

  it.each(['GET', 'POST', 'PUT', 'DELETE'] as const)(
    "%s of another shopper's cart is refused (C3)",
    async (method) => {
      const response = await test.call(
        'ravi',
        method,
        '/carts/asha',
        method === 'GET' ? undefined : { productId: 'laddoo' },
      )
      expect([response.status, response.code]).toEqual([403, 'FORBIDDEN'])
    },
  )
}

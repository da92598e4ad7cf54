import { addCartItem, getCart } from '@nashta/contracts/cart/cart'
import { asPaise } from '@nashta/contracts/money'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aProduct } from '../catalogue/product.fixture.ts'
import type { OpenTestShop, TestShop } from '../shop.fixture.ts'

/** What the cart's routes do on every adapter. */
export function cartRoutesSuite(open: OpenTestShop) {
  let test: TestShop
  const openWith = async (otherSnacks: number) => {
    test = await open()
    await test.shop.products.fillIfEmpty([
      aProduct({ products_id: 'laddoo', id: '7', name: 'Laddoo', pricePaise: asPaise(27_950) }),
      aProduct({ products_id: 'barfi', name: 'Barfi', pricePaise: asPaise(10) }),
      ...Array.from({ length: otherSnacks }, (_, index) => aProduct({ products_id: `p${index}` })),
    ])
  }
  beforeEach(() => openWith(4))
  afterEach(() => test.close())

  const add = (productId: unknown, quantity?: unknown, headers = {}) =>
    test.call('asha', 'POST', '/carts/asha', { productId, quantity }, headers)
  const cart = async () => (await test.call('asha', 'GET', '/carts/asha')).data
  const quantities = async () =>
    Object.fromEntries(
      (await cart()).items.map((item: { productId: string; quantity: number }) => [
        item.productId,
        item.quantity,
      ]),
    )

  describe('what a cart is', () => {
    it('is empty before anything was added', async () => {
      const answer = await test.call('asha', 'GET', '/carts/asha')
      expect(getCart.reply.parse({ data: answer.data }).data).toMatchObject({
        userId: 'asha',
        items: [],
        totalItems: 0,
        totalPrice: 0,
        version: 0,
      })
      expect(answer.headers.etag).toBe('"0"')
    })

    it('takes name, price and picture from the catalogue, whatever is sent along (A7)', async () => {
      const answer = await test.call('asha', 'POST', '/carts/asha', {
        id: 'laddoo',
        productId: 'laddoo',
        name: '<script>',
        price: 1,
        imageUrl: 'javascript:alert(1)',
        quantity: 2,
        category: 'Free',
        userId: 'ravi',
      })
      expect(addCartItem.reply.parse({ data: answer.data }).data).toMatchObject({
        items: [{ id: 'laddoo', name: 'Laddoo', price: 279.5, quantity: 2, category: 'Nuts & Treats' }],
        totalPrice: 559,
      })
    })

    it('adds one unless told otherwise, and adds up exactly (A13)', async () => {
      for (let index = 0; index < 3; index += 1) await add('barfi')
      expect(await cart()).toMatchObject({ totalItems: 3, totalPrice: 0.3 })
    })

    it('1 and "1" and the other id are one product (A12)', async () => {
      await add(7)
      await add('7')
      await add('laddoo')
      expect(await quantities()).toEqual({ laddoo: 3 })
    })

    it('sets, and removes at zero or less; removes one; clears all', async () => {
      await add('laddoo', 5)
      await add('barfi', 2)
      await test.call('asha', 'PUT', '/carts/asha', { itemId: 'laddoo', quantity: 3 })
      expect(await quantities()).toEqual({ laddoo: 3, barfi: 2 })
      await test.call('asha', 'PUT', '/carts/asha', { itemId: 'barfi', quantity: -4 })
      expect(await quantities()).toEqual({ laddoo: 3 })
      await add('barfi', 2)
      await test.call('asha', 'DELETE', '/carts/asha/items/laddoo')
      expect(await quantities()).toEqual({ barfi: 2 })
      await test.call('asha', 'DELETE', '/carts/asha')
      expect(await quantities()).toEqual({})
    })
  })

  describe('limits (A11)', () => {
    it.each([0, -1, 1000, 1.5, '2', null, 1e308])(
      'refuses the quantity %s and changes nothing',
      async (quantity) => {
        const answer = await add('laddoo', quantity)
        expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED'])
        expect(await cart()).toMatchObject({ version: 0 })
      },
    )

    it('refuses the click that would go beyond 999', async () => {
      await add('laddoo', 999)
      expect((await add('laddoo', 1)).status).toBe(400)
      expect(await quantities()).toEqual({ laddoo: 999 })
    })

    it('refuses a product the catalogue does not have', async () => {
      const answer = await add('nothing')
      expect([answer.status, answer.code]).toEqual([404, 'PRODUCT_NOT_FOUND'])
    })
  })

  describe('safe to repeat (A4)', () => {
    it('the same click sent twice is one click', async () => {
      const first = await add('laddoo', 1, { 'idempotency-key': 'click-1' })
      const second = await add('laddoo', 1, { 'idempotency-key': 'click-1' })

      expect(second.data).toEqual(first.data)
      expect(second.headers['idempotent-replayed']).toBe('true')
      expect(first.headers['idempotent-replayed']).toBeUndefined()
      expect(await quantities()).toEqual({ laddoo: 1 })
    })

    it('refuses the key for another change, and a key that is none', async () => {
      await add('laddoo', 1, { 'idempotency-key': 'click-1' })
      expect((await add('laddoo', 2, { 'idempotency-key': 'click-1' })).code).toBe('IDEMPOTENCY_KEY_REUSED')
      expect((await add('laddoo', 2, { 'idempotency-key': 'x'.repeat(129) })).status).toBe(400)
    })

    it('64 clients at once: the sum of what was answered', async () => {
      await Promise.all(
        Array.from({ length: 64 }, async () => {
          for (let click = 0; click < 10; click += 1) await add('laddoo', 1)
        }),
      )
      expect(await quantities()).toEqual({ laddoo: 640 })
    })
  })

  describe('the whole cart at once (A3, A5)', () => {
    it('is replaced in one step, by whoever saw its version', async () => {
      await add('laddoo', 5)
      const body = { items: [{ productId: 'barfi', quantity: 2 }, { productId: 'p1' }] }
      const late = await test.call('asha', 'PUT', '/carts/asha', body, { 'if-match': '"0"' })
      expect([late.status, late.code]).toEqual([412, 'CART_CHANGED'])
      expect(await quantities()).toEqual({ laddoo: 5 })

      const answer = await test.call('asha', 'PUT', '/carts/asha', body, { 'if-match': '"1"' })
      expect(answer.headers.etag).toBe('"2"')
      expect(await quantities()).toEqual({ barfi: 2, p1: 1 })
    })

    it('keeps the cart it has when one of the items is unknown', async () => {
      await add('laddoo', 5)
      const answer = await test.call('asha', 'PUT', '/carts/asha', { items: [{ productId: 'nothing' }] })
      expect(answer.code).toBe('PRODUCT_NOT_FOUND')
      expect(await quantities()).toEqual({ laddoo: 5 })
    })
  })

  const merge = (mergeId: string, delta: object[]) =>
    test.call('asha', 'POST', '/carts/asha/merge', { mergeId, delta })

  describe('merge (A1, A17)', () => {
    it('applies what is more and what is less, clamped, once per mergeId', async () => {
      await add('laddoo', 5)
      await add('barfi', 2)
      await add('p1', 998)
      const delta = [
        { productId: 'laddoo', quantity: -3 },
        { productId: 'barfi', quantity: -9 },
        { productId: 'p1', quantity: 50 },
        { productId: 'p2', quantity: 4 },
        { productId: 'p3', quantity: -4 },
        { productId: 'nothing', quantity: 1 },
      ]
      await merge('sign-in-1', delta)
      const merged = { laddoo: 2, p1: 999, p2: 4 }
      expect(await quantities()).toEqual(merged)

      const again = await merge('sign-in-1', delta)
      expect(again.headers['idempotent-replayed']).toBe('true')
      expect(await quantities()).toEqual(merged)
      expect((await merge('sign-in-1', [{ productId: 'p2', quantity: 1 }])).code).toBe(
        'IDEMPOTENCY_KEY_REUSED',
      )
      await merge('sign-in-2', [{ productId: 'p2', quantity: -4 }])
      expect(await quantities()).toEqual({ laddoo: 2, p1: 999 })
    })
  })

  describe('a full cart', () => {
    beforeEach(async () => {
      await test.close()
      await openWith(100)
    })

    it('holds a hundred lines and no more', async () => {
      for (let index = 0; index < 100; index += 1) await add(`p${index}`)
      const answer = await add('laddoo')
      expect([answer.status, answer.message]).toEqual([400, 'A cart holds at most 100 different items'])
      expect((await add('p5')).status).toBe(200)
    })

    it('brings in nothing when it would be too much', async () => {
      for (let index = 0; index < 99; index += 1) await add(`p${index}`)
      const answer = await merge('m', [
        { productId: 'laddoo', quantity: 1 },
        { productId: 'barfi', quantity: 1 },
      ])
      expect(answer.status).toBe(400)
      expect((await cart()).items).toHaveLength(99)
    })
  })

  const admin = async (method: 'PUT' | 'DELETE', path: string, body?: object) => {
    await test.tokenFor('boss', ['admin'])
    return test.call('boss', method, path, body)
  }

  describe('when the catalogue changes', () => {
    it('shows the price of now, and the one of then (A8)', async () => {
      await add('laddoo', 2)
      await admin('PUT', '/products/laddoo', { price: 300 })
      expect(await cart()).toMatchObject({
        items: [{ price: 300, priceChangedFrom: 279.5 }],
        totalPrice: 600,
      })
    })

    it('keeps a line whose product is gone, and counts it for nothing (A9)', async () => {
      await add('laddoo', 2)
      await add('barfi', 3)
      await admin('DELETE', '/products/laddoo')
      expect(await cart()).toMatchObject({
        items: [{ name: 'Laddoo', unavailable: true, quantity: 2 }, { name: 'Barfi' }],
        totalPrice: 0.3,
      })
    })
  })

  it.each(['GET', 'POST', 'PUT', 'DELETE'] as const)(
    "%s of another shopper's cart is refused (C3)",
    async (method) => {
      const answer = await test.call(
        'ravi',
        method,
        '/carts/asha',
        method === 'GET' ? undefined : { productId: 'laddoo' },
      )
      expect([answer.status, answer.code]).toEqual([403, 'FORBIDDEN'])
    },
  )
}

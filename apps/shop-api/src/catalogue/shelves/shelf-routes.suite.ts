import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { FIRST_SHELVES } from '@nashta/contracts/storefront/shelf-rules'
import { getShelves } from '@nashta/contracts/storefront/shelves'
import { getStorefront } from '@nashta/contracts/storefront/storefront'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenTestShop, TestShop } from '../../shop.fixture.ts'

type ShelfInput = { was?: string; slug?: string; name: string; text?: string; isHidden?: boolean }

/** The first shelves as a request names them. */
const firstShelves = (): ShelfInput[] => FIRST_SHELVES.map(({ slug, name }) => ({ was: slug, name }))

const [DONUTS, CHIPS, CHOCOLATES, NUTS] = firstShelves() as [ShelfInput, ShelfInput, ShelfInput, ShelfInput]

export function shelvesSuite(openTestShop: OpenTestShop) {
  describe('shelves', () => {
    let shop: TestShop
    beforeEach(async () => {
      shop = await openTestShop()
    })
    afterEach(() => shop.close())

    const read = async () => {
      const { data } = await shop.call('boss', 'GET', '/admin/shelves')
      return parseExactly(getShelves.reply, { data }).data
    }
    const publicShelves = async () => {
      const { data } = await shop.call('asha', 'GET', '/storefront')
      return parseExactly(getStorefront.reply, { data }).data.shelves
    }
    const save = (shelves: ShelfInput[], rest: object = {}, headers: object = {}) =>
      shop.call('boss', 'PUT', '/admin/shelves', { shelves, ...rest }, headers)
    const add = (products_id: string, fields: object) =>
      shop.call('boss', 'POST', '/products', { products_id, name: products_id, price: 10, ...fields })
    const readProduct = async (id: string) => (await shop.call('asha', 'GET', `/products/${id}`)).data
    const idsOn = async (category: string) => {
      const page = await shop.call('asha', 'GET', `/products?category=${encodeURIComponent(category)}`)
      return page.data.items.map(({ products_id }: { products_id: string }) => products_id)
    }

    it('a new shop has the four shelves of the specification', async () => {
      const { shelves, withoutShelf } = await read()
      expect(shelves.map(({ slug, name }) => [slug, name])).toEqual([
        ['donuts', 'Donuts'],
        ['chips', 'Chips'],
        ['chocolates', 'Chocolates'],
        ['nuts-treats', 'Nuts & Treats'],
      ])
      expect(withoutShelf).toBe(0)
      expect(await publicShelves()).toEqual(FIRST_SHELVES)
    })

    it('an owner adds a shelf, and a snack is on two shelves at once', async () => {
      const saved = await save([{ name: 'Diwali 2026', text: 'Boxes to give.' }, ...firstShelves()])
      expect(saved.status).toBe(200)
      expect((await publicShelves())[0]).toEqual({
        slug: 'diwali-2026',
        name: 'Diwali 2026',
        text: 'Boxes to give.',
      })
      // Names and addresses of shelves are stored as the names of now.
      await add('laddoo', { category: 'nuts & treats', categories: ['Nuts & Treats', 'diwali-2026'] })
      await add('sev', { category: 'Chips' })

      expect(await readProduct('laddoo')).toMatchObject({
        category: 'Nuts & Treats',
        categories: ['Nuts & Treats', 'Diwali 2026'],
      })
      expect(await readProduct('sev')).not.toHaveProperty('categories')
      expect(await idsOn('Diwali 2026')).toEqual(['laddoo'])
      expect(await idsOn('Nuts & Treats')).toEqual(['laddoo'])
      const counted = await shop.call('asha', 'GET', '/products?counts=true')
      expect(counted.data.counts.category).toEqual({ 'Nuts & Treats': 1, 'Diwali 2026': 1, Chips: 1 })
      const found = await shop.call('asha', 'GET', '/products?search=diwali')
      expect(found.data.total).toBe(1)
      const grid = await shop.call('boss', 'GET', '/admin/products/grid?category=diwali-2026')
      expect(grid.data.rows).toMatchObject([{ categories: ['Nuts & Treats', 'Diwali 2026'] }])
      expect((await read()).shelves.map(({ products }) => products)).toEqual([1, 0, 1, 0, 1])
    })

    it('a client that knows one category sends a product back without losing its other shelves', async () => {
      await add('laddoo', { category: 'Chips', categories: ['Chips', 'Donuts'] })
      const { category, name } = await readProduct('laddoo')
      await shop.call('boss', 'PUT', '/products/laddoo', { name, category, price: 12 })
      expect(await readProduct('laddoo')).toMatchObject({ categories: ['Chips', 'Donuts'], price: 12 })
      await shop.call('boss', 'PUT', '/products/laddoo', { category: 'Chocolates' })
      expect(await readProduct('laddoo')).toMatchObject({ category: 'Chocolates' })
      expect(await readProduct('laddoo')).not.toHaveProperty('categories')
      await shop.call('boss', 'PUT', '/products/laddoo', { categories: ['Donuts', 'Chips'] })
      expect(await readProduct('laddoo')).toMatchObject({ category: 'Donuts' })
      await shop.call('boss', 'PUT', '/products/laddoo', { categories: null })
      expect(await readProduct('laddoo')).toMatchObject({ category: 'Donuts' })
      expect(await readProduct('laddoo')).not.toHaveProperty('categories')
    })

    it('a renamed shelf keeps its products, and its old name and address find them', async () => {
      await add('ring', { category: 'Donuts' })
      const version = shop.shop.catalogueVersion()
      await save([{ ...DONUTS, name: 'Doughnuts', slug: 'doughnuts' }, CHIPS, CHOCOLATES, NUTS])

      expect(shop.shop.catalogueVersion()).not.toBe(version)
      expect(await readProduct('ring')).toMatchObject({ category: 'Doughnuts' })
      for (const name of ['Doughnuts', 'Donuts', 'donuts']) expect(await idsOn(name)).toEqual(['ring'])
      expect((await publicShelves())[0]).toMatchObject({ slug: 'doughnuts', former: ['donuts'] })
      // A client that has read the product before may change it after.
      const { headers } = await shop.call('asha', 'GET', '/products/ring')
      const changed = await shop.call(
        'boss',
        'PUT',
        '/products/ring',
        { price: 11 },
        {
          'if-match': headers.etag,
        },
      )
      expect(changed.status).toBe(200)
      // The name belongs to the shelf as long as it exists.
      const refused = await save([{ was: 'doughnuts', name: 'Doughnuts' }, { name: 'Donuts' }])
      expect(refused.status).toBe(400)
      expect(refused.message).toContain('body.shelves.1.name: Doughnuts was called')
      // It may have its old name again.
      expect(
        (await save([{ was: 'doughnuts', slug: 'donuts', name: 'Donuts' }, CHIPS, CHOCOLATES, NUTS])).status,
      ).toBe(200)
      expect((await publicShelves())[0]).toMatchObject({ slug: 'donuts', former: ['doughnuts'] })
    })

    it('shoppers see nothing of a hidden shelf, and operators see that its products are on it', async () => {
      await add('box', { category: 'Chips', categories: ['Chips', 'Donuts'] })
      await add('ring', { category: 'Donuts' })
      await save([{ ...DONUTS, isHidden: true }, CHIPS, CHOCOLATES, NUTS])

      expect((await publicShelves()).map(({ slug }) => slug)).toEqual(['chips', 'chocolates', 'nuts-treats'])
      expect(await readProduct('box')).not.toHaveProperty('categories')
      expect(await readProduct('ring')).toMatchObject({ category: 'Uncategorized' })
      expect(await idsOn('Donuts')).toEqual([])
      const search = await shop.call('asha', 'GET', '/products?search=donuts')
      expect(search.data.total).toBe(0)
      expect((await read()).shelves[0]).toMatchObject({ slug: 'donuts', isHidden: true, products: 2 })
      const { data } = await shop.call('boss', 'GET', '/admin/products/box')
      expect(data.product.categories).toEqual(['Chips', 'Donuts'])
      // Another change leaves the product on its hidden shelf.
      await shop.call('boss', 'PUT', '/products/box', { price: 12 })
      await save(firstShelves())
      expect(await readProduct('box')).toMatchObject({ categories: ['Chips', 'Donuts'], price: 12 })
    })

    it('a shelf is deleted when it is empty, or with another one that takes its products', async () => {
      await add('ring', { category: 'Donuts', published: false })
      const withoutDonuts = [CHIPS, CHOCOLATES, NUTS]
      const refused = await save(withoutDonuts)
      expect(refused.status).toBe(409)
      expect(refused.code).toBe('SHELF_NOT_EMPTY')
      expect((await save([DONUTS, CHIPS, CHOCOLATES])).status).toBe(200)
      const moved = await save([CHIPS, CHOCOLATES], { moves: [{ from: 'donuts', to: 'chips' }] })
      expect(moved.data.shelves).toMatchObject([
        { slug: 'chips', former: ['donuts'], products: 1 },
        { slug: 'chocolates', products: 0 },
      ])
      const { data } = await shop.call('boss', 'GET', '/admin/products/ring')
      expect(data.product.category).toBe('Chips')
    })

    it.each([
      ['two shelves of one name', [DONUTS, { name: 'donuts!' }], 'shelves.1.name'],
      ['the address of another page', [{ ...DONUTS, slug: 'best-sellers' }], 'shelves.0.slug'],
      ['a shelf that does not exist', [{ was: 'cakes', name: 'Cakes' }], 'shelves.0.was'],
      ['a shelf named twice', [DONUTS, DONUTS], 'shelves.1.was'],
      ['an address with spaces', [{ ...DONUTS, slug: 'my donuts' }], 'shelves.0.slug'],
      ['a name without a letter', [{ name: '!!!' }], 'shelves.0.name'],
      ['a name of two lines', [{ name: 'Do\nnuts' }], 'shelves.0.name'],
    ])('%s is refused, and nothing changes', async (_what, shelves, field) => {
      const { status, message } = await save(shelves)
      expect(status).toBe(400)
      expect(message).toContain(`body.${field}`)
      expect(await publicShelves()).toEqual(FIRST_SHELVES)
    })

    it('a Hindi name has an address without letters, and two of them have different ones', async () => {
      const saved = await save([...firstShelves(), { name: 'नमकीन' }, { name: 'मिठाई' }])
      expect(saved.data.shelves.slice(4)).toMatchObject([{ slug: 'shelf' }, { slug: 'shelf-2' }])
      await add('sev', { category: 'नमकीन' })
      expect(await idsOn('नमकीन')).toEqual(['sev'])
    })

    it('two operators do not overwrite each other, and each change is in the log', async () => {
      const { version } = await read()
      const first = await save([CHIPS, DONUTS, CHOCOLATES, NUTS], {}, { 'if-match': `"${version}"` })
      expect(first.status).toBe(200)
      const second = await save(firstShelves(), {}, { 'if-match': `"${version}"` })
      expect(second).toMatchObject({ status: 412, code: 'SHELVES_CHANGED' })
      const { data } = await shop.call('boss', 'GET', '/admin/log?kind=shop&subject=shelves')
      expect(data.entries).toMatchObject([
        {
          changes: {
            order: {
              from: ['Donuts', 'Chips', 'Chocolates', 'Nuts & Treats'],
              to: ['Chips', 'Donuts', 'Chocolates', 'Nuts & Treats'],
            },
          },
        },
      ])
    })

    it('a manager may change the shelves, and a packer may not', async () => {
      await shop.tokenFor('mira', ['manager'])
      await shop.tokenFor('pavan', ['packer'])
      const body = { shelves: firstShelves() }
      expect((await shop.call('mira', 'PUT', '/admin/shelves', body)).status).toBe(200)
      expect((await shop.call('pavan', 'PUT', '/admin/shelves', body)).status).toBe(403)
      expect((await shop.call('pavan', 'GET', '/admin/shelves')).status).toBe(403)
    })
  })
}

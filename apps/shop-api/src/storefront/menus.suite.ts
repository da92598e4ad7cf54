import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { FIRST_MENUS, type Menus } from '@nashta/contracts/storefront/menu-rules'
import { getMenus } from '@nashta/contracts/storefront/menus'
import { getStorefront } from '@nashta/contracts/storefront/storefront'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenTestShop, TestShop } from '../shop.fixture.ts'

const entry = (label: string, to: string) => ({ label, to, hidesWhenEmpty: true })

export function menusSuite(openTestShop: OpenTestShop) {
  describe('menus', () => {
    let shop: TestShop
    beforeEach(async () => {
      shop = await openTestShop()
    })
    afterEach(() => shop.close())

    const read = async () => {
      const { data } = await shop.call('boss', 'GET', '/admin/menus')
      return parseExactly(getMenus.reply, { data }).data
    }
    const shown = async () => {
      const { data } = await shop.call('asha', 'GET', '/storefront')
      return parseExactly(getStorefront.reply, { data }).data.menus
    }
    const labels = async () => (await shown())?.phone.map(({ label }) => label)
    const save = (fields: Partial<Menus>, headers: object = {}) =>
      shop.call('boss', 'PUT', '/admin/menus', { ...FIRST_MENUS, ...fields }, headers)

    it('a new shop has the menus of the specification, which pages know without data', async () => {
      expect((await read()).menus).toEqual(FIRST_MENUS)
      expect(await shown()).toBeUndefined()
    })

    it('saved menus are shown at once, and those of a new shop need no data again', async () => {
      const version = shop.shop.catalogueVersion()
      const header = [{ label: 'Diwali', to: '/collections/diwali' }]
      expect((await save({ header })).status).toBe(200)
      expect(await shown()).toEqual({ ...FIRST_MENUS, header })
      expect(shop.shop.catalogueVersion()).not.toBe(version)
      await save({})
      expect(await shown()).toBeUndefined()
    })

    it('an entry is left out while its shelf is empty, hidden or gone, where the operator wants that', async () => {
      const phone = [
        entry('Donuts', '/collections/donuts'),
        entry('Shoes', '/collections/shoes'),
        entry('Cakes', '/collections/cakes'),
        entry('About', '/about'),
        { label: 'Sandals', to: '/collections/sandals' },
      ]
      await save({ phone })
      expect(await labels()).toEqual(['About', 'Sandals'])
      const add = (products_id: string, category: string) =>
        shop.call('boss', 'POST', '/products', { products_id, name: products_id, price: 10, category })
      await add('ring', 'Donuts')
      await add('boot', 'Shoes')
      expect(await labels()).toEqual(['Donuts', 'Shoes', 'About', 'Sandals'])
      await shop.call('boss', 'PUT', '/admin/shelves', {
        shelves: [{ was: 'donuts', name: 'Donuts', isHidden: true }],
      })
      expect(await labels()).toEqual(['Shoes', 'About', 'Sandals'])
      // The desk has them all.
      expect((await read()).menus.phone).toEqual(phone)
    })

    it('an entry of a collection of all shelves is never empty', async () => {
      await save({
        phone: [entry('All', '/collections/allproducts'), entry('Best', '/collections/best-sellers')],
      })
      expect(await labels()).toEqual(['All', 'Best'])
    })

    it('two operators do not overwrite each other, and each change is in the log', async () => {
      const { version } = await read()
      const seen = { 'if-match': `"${version}"` }
      expect((await save({ header: [] }, seen)).status).toBe(200)
      expect(await save({ phone: [] }, seen)).toMatchObject({ status: 412, code: 'MENUS_CHANGED' })
      const { data } = await shop.call('boss', 'GET', '/admin/log?kind=shop&subject=menus')
      expect(data.entries).toMatchObject([{ changes: { header: { from: FIRST_MENUS.header, to: [] } } }])
    })

    it('a footer without the pages that the law wants is refused', async () => {
      const { status, message } = await save({ footer: [] })
      expect(status).toBe(400)
      expect(message).toContain('body.footer')
      expect(await shown()).toBeUndefined()
    })
  })
}

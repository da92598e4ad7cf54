import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { productPageReply } from '@nashta/contracts/catalogue/product'
import { FIRST_SYNONYMS } from '@nashta/contracts/catalogue/search/search-synonyms'
import type { Synonym } from '@nashta/contracts/catalogue/search/synonym-rules'
import { getSynonyms, listFruitlessSearches } from '@nashta/contracts/catalogue/search/synonyms'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenTestShop, TestShop } from '../../shop.fixture.ts'

/** Tests of the words that the search knows, and of what it did not find, for both storages. */
export function searchWordsSuite(openTestShop: OpenTestShop) {
  describe('the words of the search', () => {
    let shop: TestShop
    beforeEach(async () => {
      shop = await openTestShop()
      for (const [products_id, name] of [
        ['chakna', 'Masala Peanuts'],
        ['sev', 'Ratlami Sev'],
      ])
        await shop.call('boss', 'POST', '/products', { products_id, name, price: 10, category: 'Chips' })
    })
    afterEach(() => shop.close())

    const read = async (path = '/admin/synonyms') => {
      const { data } = await shop.call('boss', 'GET', path)
      return parseExactly(getSynonyms.reply, { data }).data
    }
    const save = (synonyms: readonly Synonym[], headers: object = {}) =>
      shop.call('boss', 'PUT', '/admin/synonyms', { synonyms }, headers)
    const search = async (text: string) => {
      const { data } = await shop.call(
        'asha',
        'GET',
        `/products?counts=true&search=${encodeURIComponent(text)}`,
      )
      return parseExactly(productPageReply, { data }).data
    }
    const idsOf = async (text: string) => (await search(text)).items.map(({ products_id }) => products_id)
    const fruitless = async () => {
      await shop.shop.countSearches()
      const { data } = await shop.call('boss', 'GET', '/admin/searches')
      return parseExactly(listFruitlessSearches.reply, { data }).data.searches
    }

    it('a new shop has the list in the code, which pages know without data', async () => {
      expect((await read()).synonyms).toEqual(FIRST_SYNONYMS)
      expect((await search('sev')).synonyms).toBeUndefined()
    })

    it('a saved line is searched at once, and browsers see its version', async () => {
      expect(await idsOf('bar nuts')).toEqual([])
      const version = shop.shop.catalogueVersion()
      expect((await save([...FIRST_SYNONYMS, { searched: ['bar nuts'], finds: ['peanut'] }])).status).toBe(
        200,
      )
      expect(await idsOf('bar nuts')).toEqual(['chakna'])
      expect(shop.shop.catalogueVersion()).not.toBe(version)
      const own = await read('/synonyms')
      expect((await search('sev')).synonyms).toBe(own.version)
      const storefront = await shop.call('asha', 'GET', '/storefront')
      expect(storefront.data.synonyms).toBe(own.version)
      // A line that is gone is not searched any more.
      await save([])
      expect(await idsOf('bar nuts')).toEqual([])
      expect(await idsOf('groundnut')).toEqual([])
    })

    it('two operators do not overwrite each other, and the log names each line', async () => {
      const { version, synonyms } = await read()
      const seen = { 'if-match': `"${version}"` }
      expect((await save([...synonyms, { searched: ['bhujia', 'sev'] }], seen)).status).toBe(200)
      expect(await save([], seen)).toMatchObject({ status: 412, code: 'SYNONYMS_CHANGED' })
      const { data } = await shop.call('boss', 'GET', '/admin/log?kind=shop&subject=synonyms')
      expect(data.entries).toMatchObject([{ changes: { bhujia: { from: null, to: 'bhujia, sev' } } }])
    })

    it.each([
      ['an empty phrase', [{ searched: [''], finds: ['sev'] }]],
      ['a phrase of words that are ignored', [{ searched: ['sev'], finds: ['of the'] }]],
      ['a fact', [{ searched: ['sev'], finds: ['#vegan'] }]],
      ['a comma', [{ searched: ['sev, bhujia'], finds: ['sev'] }]],
      ['five words', [{ searched: ['a long way to say sev'], finds: ['sev'] }]],
      ['a line with one phrase', [{ searched: ['sev'] }]],
      ['301 lines', Array.from({ length: 301 }, () => ({ searched: ['sev', 'bhujia'] }))],
    ])('%s is refused, and nothing is stored', async (_case, synonyms) => {
      const before = await read()
      expect(await save(synonyms)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
      expect(await read()).toEqual(before)
    })

    it('what is searched without a result is counted, without the way to it', async () => {
      for (const text of ['zzyx', 'Zzyx ', 'zzy', 'qqxx']) await search(text)
      expect(await fruitless()).toMatchObject([
        { text: 'zzyx', count: 2 },
        { text: 'qqxx', count: 1 },
      ])
      // Also by a cached reply, and on another day.
      await search('qqxx')
      await search('qqxx')
      expect(await fruitless()).toMatchObject([{ text: 'qqxx', count: 3 }, { text: 'zzyx' }])
    })

    it('a search that finds something is not counted, nor one that only its filters empty', async () => {
      await search('sev')
      await shop.call('asha', 'GET', '/products?counts=true&search=sev&category=Donuts')
      // A suggestion while typing.
      await shop.call('asha', 'GET', '/products?search=zzyx')
      expect(await fruitless()).toEqual([])
    })

    it('what looks like an address or a number of a person is not counted', async () => {
      for (const text of [
        'asha@zz.example',
        'qz 98765 43210',
        'zq9876543210',
        '123456',
        'www.zzqq.zz',
        'zq '.repeat(30),
      ])
        await search(text)
      expect(await fruitless()).toEqual([])
    })

    it.each([
      ['a number with a pause', ['asha kumar 98765', 'asha kumar 9876543210']],
      ['an address', ['asha.kumar', 'asha.kumar@zz.example']],
      ['a number that is deleted again', ['zq kumar 9876543210', 'zq kumar 98765']],
      ['a long text', ['zq'.repeat(30), `${'zq'.repeat(30)} 12, zq street`]],
    ])('the way to %s is not counted, and other searches are', async (_case, texts) => {
      for (const text of [...texts, 'qqxx']) await search(text)
      expect((await fruitless()).map(({ text }) => text)).toEqual(['qqxx'])
      // After a write, nothing is known of it any more.
      await search('asha')
      expect((await fruitless()).map(({ text }) => text)).toContain('asha')
    })

    it('the ways to more numbers than are remembered are not counted', async () => {
      for (const text of ['asha kumar', 'asha kumar 9876543210']) await search(text)
      for (let number = 0; number < 205; number++) await search(`zq ${9_876_543_000 + number}`)
      for (const text of ['ravi kumar', 'ravi kumar 9876543210']) await search(text)
      expect(await fruitless()).toEqual([])
    })

    it('the list leaves out what a new line or product finds, and has at most 200 searches', async () => {
      await search('zzyx')
      await search('qqxx')
      await save([{ searched: ['zzyx', 'sev'] }])
      expect(await fruitless()).toMatchObject([{ text: 'qqxx' }])
      for (let round = 0; round < 2; round++) {
        for (let word = 0; word < 150; word++)
          await search(`zq${round}x${String.fromCodePoint(0x905 + (word % 40))}${word}`)
        await shop.shop.countSearches()
      }
      expect((await fruitless()).length).toBeLessThanOrEqual(200)
    })
  })
}

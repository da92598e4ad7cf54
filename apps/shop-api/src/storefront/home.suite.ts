import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { getHome } from '@nashta/contracts/storefront/home'
import { FIRST_HOME, type Home } from '@nashta/contracts/storefront/home-rules'
import { getStorefront } from '@nashta/contracts/storefront/storefront'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenTestShop, TestShop } from '../shop.fixture.ts'

const HOUR_MS = 3_600_000

const aHome = (title: string): Home => ({
  ...FIRST_HOME,
  slides: [{ title, text: 'Boxes to give.', to: '/collections/donuts' }],
})

export function homeSuite(openTestShop: OpenTestShop) {
  describe('the home page', () => {
    let shop: TestShop
    beforeEach(async () => {
      shop = await openTestShop()
    })
    afterEach(() => shop.close())

    const read = async () => {
      const { data } = await shop.call('boss', 'GET', '/admin/home')
      return parseExactly(getHome.reply, { data }).data
    }
    const shown = async () => {
      const { data } = await shop.call('asha', 'GET', '/storefront')
      return parseExactly(getStorefront.reply, { data }).data.home
    }
    const titles = async () => ((await shown()) ?? FIRST_HOME).slides.map(({ title }) => title)
    const publish = (home: Home, rest: object = {}, headers: object = {}) =>
      shop.call('boss', 'PUT', '/admin/home', { home, ...rest }, headers)
    const undo = (headers: object = {}) => shop.call('boss', 'POST', '/admin/home/undo', {}, headers)
    const later = (ms: number) => new Date(shop.clock.now.getTime() + ms).toISOString()
    const wait = (ms: number) => {
      shop.clock.now = new Date(later(ms))
    }

    it('a new shop has the home page of the specification, which pages know without data', async () => {
      expect(await read()).toMatchObject({ home: FIRST_HOME, publishedAt: null, scheduled: null, former: [] })
      expect(await shown()).toBeUndefined()
    })

    it('a page is published at once, and undone step by step, the last ten', async () => {
      const version = shop.shop.catalogueVersion()
      expect((await publish({ ...aHome('Diwali'), announcement: { text: 'Open till ten' } })).status).toBe(
        200,
      )
      expect(await shown()).toMatchObject({
        slides: [{ title: 'Diwali' }],
        announcement: { text: 'Open till ten' },
      })
      expect(shop.shop.catalogueVersion()).not.toBe(version)
      for (let number = 1; number <= 11; number++) await publish(aHome(`Page ${number}`))
      expect((await read()).former).toHaveLength(10)
      for (let number = 10; number >= 1; number--) {
        expect((await undo()).status).toBe(200)
        expect(await titles()).toEqual([`Page ${number}`])
      }
      expect(await undo()).toMatchObject({ status: 409, code: 'NOTHING_TO_UNDO' })
    })

    it('undoing the first publication brings back the page of a new shop', async () => {
      await publish(aHome('Diwali'))
      await undo()
      expect(await shown()).toBeUndefined()
    })

    it('publishing the same page again changes nothing, and is not logged', async () => {
      await publish(aHome('Diwali'))
      await publish(aHome('Diwali'))
      expect((await read()).former).toHaveLength(1)
      const { data } = await shop.call('boss', 'GET', '/admin/log?kind=shop&subject=home')
      expect(data.entries).toHaveLength(1)
      expect(data.entries[0].changes.slides.to[0].title).toBe('Diwali')
    })

    it('a page that is published at a time is shown from then on, without a write, and can be undone', async () => {
      await publish(aHome('Before'))
      await publish(aHome('Diwali'), { at: later(HOUR_MS) })
      expect(await titles()).toEqual(['Before'])
      expect(await read()).toMatchObject({ scheduled: { at: later(HOUR_MS), home: aHome('Diwali') } })
      const version = shop.shop.catalogueVersion()
      const { version: seen } = await read()
      wait(HOUR_MS)
      expect(await titles()).toEqual(['Diwali'])
      expect(shop.shop.catalogueVersion()).not.toBe(version)
      expect(await read()).toMatchObject({ scheduled: null, publishedAt: later(0) })
      // What an operator saw before is no longer what is there.
      expect(await publish(aHome('Other'), {}, { 'if-match': `"${seen}"` })).toMatchObject({
        status: 412,
        code: 'HOME_CHANGED',
      })
      await shop.restart()
      expect(await titles()).toEqual(['Diwali'])
      await undo()
      expect(await titles()).toEqual(['Before'])
    })

    it('a later publication is called off or replaced, and an undo leaves it', async () => {
      await publish(aHome('Diwali'), { at: later(HOUR_MS) })
      await publish(aHome('Holi'), { at: later(2 * HOUR_MS) })
      await publish(aHome('Now'))
      await undo()
      expect(await read()).toMatchObject({ scheduled: { home: aHome('Holi') } })
      expect((await shop.call('boss', 'DELETE', '/admin/home/scheduled')).data.scheduled).toBeNull()
      wait(3 * HOUR_MS)
      expect(await shown()).toBeUndefined()
    })

    it.each([
      ['a time that has passed', { at: '2025-01-01T00:00:00.000Z' }, 'body.at'],
      ['a time in ten years', { at: '2036-01-01T00:00:00.000Z' }, 'body.at'],
      ['no time', { at: 'tomorrow' }, 'body.at'],
      ['no slides', { home: { ...FIRST_HOME, slides: [] } }, 'body.home.slides'],
      [
        'a link to another site',
        { home: { ...FIRST_HOME, slides: [{ title: 'A', text: 'B', to: '//evil.example' }] } },
        'body.home.slides.0.to',
      ],
      [
        'a section twice',
        { home: { ...FIRST_HOME, sections: ['shelves', 'shelves'] } },
        'body.home.sections',
      ],
    ])('%s is refused, and nothing changes', async (_what, fields, path) => {
      const { status, message } = await publish(aHome('Diwali'), fields)
      expect(status).toBe(400)
      expect(message).toContain(path)
      expect(await read()).toMatchObject({ publishedAt: null, scheduled: null })
    })
  })
}

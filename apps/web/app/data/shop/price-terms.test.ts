import { guardStorage } from '@nashta/browser/storage/browser-storage'
import { errorOfResponse } from '@nashta/contracts/api/shop-error'
import type { PriceTerms } from '@nashta/contracts/offers/price-terms'
import { expect, it } from 'vitest'
import type { FetchPriceTerms } from './fetch-price-terms.ts'
import { CODE_UNCHECKED, createPriceTerms } from './price-terms.ts'

const NO_OFFERS: PriceTerms = {
  offers: [],
  rates: [],
  seller: { kind: 'regular', state: '29', deliveryTax: 'byValue' },
}
const CART = { owner: 'guest', productIds: ['chips'] }

function setup(fetchPriceTerms: FetchPriceTerms = async () => NO_OFFERS) {
  const stored = new Map<string, string>()
  const storage = guardStorage({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  })
  const clock = { now: 0 }
  const asked: Parameters<FetchPriceTerms>[0][] = []
  /** Each page has only the stored code in common with the others. */
  const openPage = () =>
    createPriceTerms({
      storage,
      now: () => clock.now,
      fetchPriceTerms: (question) => {
        asked.push(question)
        return fetchPriceTerms(question)
      },
    })
  return { stored, clock, asked, openPage }
}

it('a code is kept for the next page, which asks with it', async () => {
  const { stored, asked, openPage } = setup()
  await openPage().chooseCode(' diwali-10 ')
  expect([...stored]).toEqual([['nashta.offer-code', 'DIWALI10']])

  const next = openPage()
  await next.loadFor(CART)
  expect(next.read()).toEqual({ code: 'DIWALI10', terms: NO_OFFERS, problem: '', isLoading: false })
  expect(asked.at(-1)).toEqual({ productIds: ['chips'], code: 'DIWALI10' })
})

it('terms are fetched for another cart, another shopper and after a minute, and not otherwise', async () => {
  const { clock, asked, openPage } = setup()
  const page = openPage()
  await page.loadFor(CART)
  await page.loadFor(CART)
  expect(asked).toHaveLength(1)
  await page.loadFor({ ...CART, owner: 'shopper' })
  await page.loadFor({ owner: 'shopper', productIds: ['chips', 'laddoo'] })
  expect(asked).toHaveLength(3)
  clock.now += 60_000
  await page.loadFor({ owner: 'shopper', productIds: ['chips', 'laddoo'] })
  expect(asked).toHaveLength(4)
})

it('a code that does not exist is asked about once, and is not in the cart', async () => {
  const { stored, asked, openPage } = setup(async ({ code }) =>
    code === undefined ? NO_OFFERS : { ...NO_OFFERS, codeRefusal: `There is no code ${code}` },
  )
  const page = openPage()
  await page.loadFor(CART)
  await page.chooseCode('wrong')
  expect(page.read()).toMatchObject({ code: '', problem: 'There is no code WRONG', isLoading: false })
  expect(stored.size).toBe(0)
  await page.loadFor(CART)
  expect(asked.filter(({ code }) => code === 'WRONG')).toHaveLength(1)
  expect(page.read().problem).toBe('There is no code WRONG')
})

it('after too many wrong codes the other offers hold, and the page says why the code does not', async () => {
  const refused = errorOfResponse(429, { code: 'TOO_MANY_REQUESTS', message: 'Too many attempts.' })
  const { openPage } = setup(async ({ code }) => {
    if (code !== undefined) throw refused
    return NO_OFFERS
  })
  const page = openPage()
  await page.loadFor(CART)
  await page.chooseCode('diwali')
  expect(page.read()).toMatchObject({ code: '', terms: NO_OFFERS })
  expect(page.read().problem).toContain('Too many attempts.')
})

it('while the store cannot be reached the code stays, and is asked about when the cart is shown again', async () => {
  let isDown = true
  const { openPage } = setup(async () => {
    if (isDown) throw new Error('down')
    return NO_OFFERS
  })
  const page = openPage()
  await page.chooseCode('diwali')
  expect(page.read()).toMatchObject({ code: 'DIWALI', problem: CODE_UNCHECKED, isLoading: false })
  isDown = false
  await page.loadFor(CART)
  expect(page.read()).toMatchObject({ code: 'DIWALI', terms: NO_OFFERS, problem: '' })
})

it('a code that another tab has entered or removed is that of the cart', async () => {
  const { stored, openPage } = setup()
  const page = openPage()
  await page.loadFor(CART)
  stored.set('nashta.offer-code', 'DIWALI')
  await page.loadFor(CART)
  expect(page.read().code).toBe('DIWALI')
  stored.clear()
  await page.loadFor(CART)
  expect(page.read().code).toBe('')
})

import { FIRST_HOUR_STEPS } from '@nashta/contracts/shop/first-hour'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { expect, it } from 'vitest'
import { DEMO_SHOP } from '../../shop/demo-shop.ts'
import { type FirstHourFacts, firstHourOf } from './first-hour.ts'

const snack = { maker: { name: 'Asha Foods', address: 'Kochi 682001', fssai: '11223344556677' } }
const demoSnack = { maker: { ...snack.maker, name: 'Sample Bakehouse (demo data)' } }
const upi = { method: 'upi', provider: 'upi' } as const
const simulator = { method: 'card', provider: 'simulator' } as const

const NEW: FirstHourFacts = {
  shop: DEMO_SHOP,
  products: [demoSnack],
  taking: { methods: [simulator] },
  sendsMail: false,
}
const READY: FirstHourFacts = {
  shop: aShop({ checked: ['delivery', 'backup'] }),
  products: [demoSnack, snack],
  taking: { methods: [upi] },
  sendsMail: true,
}

function doneIn(facts: FirstHourFacts) {
  return firstHourOf(facts)?.flatMap(({ step, isDone }) => (isDone ? [step] : []))
}

it('nothing of the first hour is done in a new shop, and no list is left when all is', () => {
  expect(doneIn(NEW)).toEqual([])
  expect(firstHourOf(READY)).toBeUndefined()
})

it.each([
  ['identity', { shop: { ...READY.shop, isDemo: true } }],
  ['licences', { shop: { ...READY.shop, fssai: DEMO_SHOP.fssai } }],
  ['payments', { taking: { methods: [upi, simulator] } }],
  ['payments', { taking: { methods: [] } }],
  ['delivery', { shop: { ...READY.shop, checked: ['backup'] } }],
  ['mail', { sendsMail: false }],
  ['snacks', { products: [demoSnack, { ...snack, published: false }] }],
  ['backup', { shop: { ...READY.shop, checked: undefined } }],
] as [string, Partial<FirstHourFacts>][])('%s is not done yet in %j', (step, facts) => {
  const undone = FIRST_HOUR_STEPS.filter((each) => !doneIn({ ...READY, ...facts })?.includes(each))
  expect(undone).toContain(step)
})

import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import type { ProviderName } from '@nashta/contracts/constants'
import { asPaise } from '@nashta/contracts/money'
import { getPaymentMethods } from '@nashta/contracts/orders/payment-methods'
import type { Shop } from '@nashta/contracts/shop/shop'
import { OPENING_STEP_TEXTS } from '@nashta/contracts/shop/shop-texts'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { createLogger } from '@nashta/service-kit/process/logger'
import { expect, it } from 'vitest'
import { NO_CONNECTIONS } from '../../connections/connection-store.ts'
import type { PaymentProvider } from '../../payments/payments.ts'
import { openTestShop, TEST_PAYMENTS } from '../../shop.fixture.ts'
import { DEMO_SHOP } from '../../shop/demo-shop.ts'
import { orderTaking } from './order-taking.ts'

type Case = {
  isDemo: boolean
  isPublic: boolean
  named: ProviderName[]
  cod?: boolean
  hasUpi?: boolean
  first?: Shop['paymentOrder']
}

/** What shoppers can pay with, `closed` for a shop that takes no orders, and `trial` if checkout says so. */
function takingOf({ isDemo, isPublic, named, cod = true, hasUpi = false, first }: Case) {
  const upi = { id: 'asha@bank', name: 'Asha Foods' }
  const delivery = { zones: [], rest: { ...DEMO_SHOP.delivery.rest, cod } }
  const shop = aShop({ isDemo, delivery, ...(hasUpi && { upi }), ...(first && { paymentOrder: first }) })
  const unset: ProviderName[] = isPublic ? ['upi'] : ['upi', 'simulator']
  const created = named.length > 0 ? named : unset
  const { methods, isTrial, openingSteps } = orderTaking(shop, {
    providers: created.map(fakeProvider),
    payments: { providers: named, isPublic, lifetimeMs: undefined, razorpay: TEST_PAYMENTS.razorpay },
    connections: { current: () => NO_CONNECTIONS },
    now: () => new Date(0),
    orderLimits: { quantityMax: undefined, codMaxPaise: asPaise(100), openUnitsMax: 0 },
  })
  if (openingSteps.length > 0) return `closed: ${openingSteps.join(' ')}`
  const ways = methods.map(({ method, provider }) => (provider ? `${method} by ${provider}` : method))
  return [...ways, ...(isTrial ? ['trial'] : [])].join(', ')
}

/** `orderTaking` reads the name and the methods of a provider only. */
function fakeProvider(name: ProviderName) {
  const method = name === 'upi' ? 'upi' : 'card'
  return { name, methods: [{ method, way: 'redirect' }] } as unknown as PaymentProvider
}

const demo = { isDemo: true, isPublic: false }
const real = { isDemo: false, isPublic: false }
const publicDemo = { isDemo: true, isPublic: true }
const publicReal = { isDemo: false, isPublic: true }

it.each<[string, Case, string]>([
  ['a demo on one machine', { ...demo, named: [] }, 'card by simulator, cod'],
  ['a demo on one machine with upi', { ...demo, named: ['upi'] }, 'upi by upi, cod'],
  ['a demo that names the simulator', { ...demo, named: ['simulator'] }, 'card by simulator, cod, trial'],
  ['a demo that puts cash first', { ...demo, named: [], first: ['cod'] }, 'cod, card by simulator'],
  [
    'a shop that names a way that it does not offer',
    { ...real, named: ['upi'], first: ['netbanking', 'cod', 'upi'] },
    'cod, upi by upi',
  ],
  ['a real shop on one machine', { ...real, named: [] }, 'cod'],
  ['a real shop on one machine without cash', { ...real, named: [], cod: false }, 'closed: payments'],
  ['a public demo', { ...publicDemo, named: [] }, 'closed: identity payments'],
  ['a public demo with razorpay', { ...publicDemo, named: ['razorpay'] }, 'closed: identity'],
  [
    'a public demo that names the simulator',
    { ...publicDemo, named: ['simulator'] },
    'card by simulator, cod, trial',
  ],
  ['a demo with a UPI id of its own', { ...demo, named: [], hasUpi: true }, 'upi by upi, cod'],
  ['a public demo with a UPI id', { ...publicDemo, named: [], hasUpi: true }, 'closed: identity'],
  ['a public shop with a UPI id', { ...publicReal, named: [], hasUpi: true, cod: false }, 'upi by upi'],
  [
    'a shop whose UPI id the setting PAYMENTS overrules',
    { ...publicReal, named: ['razorpay'], hasUpi: true },
    'card by razorpay, cod',
  ],
  ['a public shop', { ...publicReal, named: [] }, 'cod'],
  ['a public shop without cash', { ...publicReal, named: [], cod: false }, 'closed: payments'],
  ['a public shop with razorpay', { ...publicReal, named: ['razorpay'] }, 'card by razorpay, cod'],
  [
    'a public shop that names the simulator',
    { ...publicReal, named: ['simulator'] },
    'card by simulator, cod, trial',
  ],
  [
    'a public shop whose simulator only finishes old orders',
    { ...publicReal, named: ['razorpay', 'simulator'] },
    'card by razorpay, cod',
  ],
])('%s takes orders as the rules say', (_name, given, expected) => {
  expect(takingOf(given)).toBe(expected)
})

it('the ways to pay have an ETag, which changes when the record opens the shop', async () => {
  const test = await openTestShop({ payments: { ...TEST_PAYMENTS, providers: [], isPublic: true } })
  const read = () => test.shop.app.inject('/api/payment-methods')
  const closed = await read()
  expect(parseExactly(getPaymentMethods.reply, closed.json()).data.takesOrders).toBe(false)
  await test.call('boss', 'PUT', '/admin/shop', aShop())
  const opened = await read()
  expect(opened.json().data.takesOrders).toBe(true)
  expect(opened.headers.etag).not.toBe(closed.headers.etag)
  await test.close()
})

it('the log of a shop that takes no orders says once what to do', async () => {
  const lines: string[] = []
  const destination = { write: (line: string) => lines.push(line) }
  const logger = createLogger({ service: 'shop-api', level: 'warn', destination })
  const test = await openTestShop({ logger, payments: { ...TEST_PAYMENTS, providers: [], isPublic: true } })
  await test.shop.app.inject('/api/payment-methods')
  await test.shop.app.inject('/api/payment-methods')
  const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
  expect(messages).toEqual([
    `The shop takes no orders yet. ${OPENING_STEP_TEXTS.identity} ${OPENING_STEP_TEXTS.payments}`,
  ])
  await test.close()
})

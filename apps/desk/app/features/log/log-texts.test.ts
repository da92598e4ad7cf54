import type { LoggedChange } from '@nashta/contracts/operators/operator-log'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { expect, it } from 'vitest'
import { describeChanges, describeEntry } from './log-texts.ts'

const PURCHASE_ID = '01KDX158C0444444447K3M9QXZ'

function entryOf(fields: Partial<LoggedChange>): LoggedChange {
  return {
    id: 'entry-1',
    at: '2026-03-01T09:00:00.000Z',
    by: { sub: 'ravi', username: 'ravi', email: 'ravi@example.in' },
    kind: 'order',
    subject: PURCHASE_ID,
    action: 'update',
    changes: {},
    ...fields,
  }
}

it.each<[string, Partial<LoggedChange>, string, string | null]>([
  ['an order', {}, 'changed order #7K3M9QXZ', `/orders/${PURCHASE_ID}`],
  [
    'a product',
    { kind: 'product', subject: 'donut', name: 'Strawberry Donut' },
    'changed Strawberry Donut',
    '/products/donut',
  ],
  [
    'a removed product',
    {
      kind: 'product',
      subject: 'donut',
      action: 'delete',
      changes: { name: { from: 'Strawberry Donut', to: null } },
    },
    'deleted Strawberry Donut',
    null,
  ],
  ['an offer', { kind: 'offer', subject: 'o1', name: 'Diwali' }, 'changed the offer Diwali', '/offers'],
  ['the shop', { kind: 'shop', subject: 'shop' }, 'changed the settings of the shop', '/settings'],
  ['a role', { kind: 'operator', subject: 'a@b.in', action: 'grant' }, 'gave a role to a@b.in', '/staff'],
  [
    'a customer',
    { kind: 'customer', subject: 'ab12cd34', action: 'delete' },
    'erased the personal data of a customer',
    null,
  ],
  [
    'a customer by name',
    { kind: 'customer', subject: 'ab12cd34', name: 'Asha Rao' },
    'changed the customer Asha Rao',
    null,
  ],
  [
    'a customer who was erased',
    { kind: 'customer', subject: 'ab12cd34' },
    'changed the customer who was erased',
    null,
  ],
  [
    'a file',
    { kind: 'customer', subject: 'file', action: 'export' },
    'took a file with names of people',
    null,
  ],
  [
    'cash of couriers',
    { kind: 'shop', subject: 'courier cash' },
    'changed the cash of couriers',
    '/courier-cash',
  ],
])('the log names %s', (_case, fields, sentence, path) => {
  const { verb, subject, path: link } = describeEntry(entryOf(fields))
  expect([`${verb} ${subject}`, link]).toEqual([sentence, path])
})

it('changes of a customer are told in words', () => {
  const changes = {
    tags: { from: 1, to: 2 },
    note: { from: null, to: 'added' },
    noCash: { from: false, to: true },
    joined: { from: null, to: 'Asha R' },
  }
  expect(describeChanges(entryOf({ kind: 'customer', subject: 'ab12cd34', changes }))).toEqual([
    { label: 'Tags', from: '1 tag', to: '2 tags' },
    { label: 'A note', from: '', to: 'added' },
    { label: 'Cash on delivery', from: 'taken', to: 'not taken' },
    { label: 'Joined with', from: '', to: 'Asha R' },
  ])
})

it('changes of an order are told in rupees, Indian times and words', () => {
  const changes = {
    orderStatus: { from: 'PROCESSING', to: 'CONFIRMED' },
    deliveryStatus: { from: 'SHIPPED', to: 'OUT_FOR_DELIVERY' },
    payment: { from: 'claimed', to: 'paid' },
    refunds: { from: [], to: [{ refundId: 'r-1', state: 'requested', amountPaise: 12_050 }] },
    packing: {
      from: null,
      to: { begunAt: '2026-03-01T04:30:00.000Z', packedAt: '2026-03-01T05:00:00.000Z' },
    },
    goods: { from: [], to: ['back'] },
    expectedBack: { from: null, to: [{ productId: 'donut', quantity: 2 }] },
    notes: { from: 0, to: 1 },
  }
  expect(describeChanges(entryOf({ changes }))).toEqual([
    { label: 'Status', from: 'Placed', to: 'Confirmed' },
    { label: 'Delivery', from: 'Shipped', to: 'Out for delivery' },
    { label: 'Payment', from: 'Says paid', to: 'Paid' },
    { label: 'Refunds', from: '', to: '₹120.50 asked for' },
    { label: 'Packing', from: '', to: 'packed 1 Mar, 10:30 am' },
    { label: 'Goods', from: '', to: 'back in the stock' },
    { label: 'Expected back', from: '', to: '2 units' },
    { label: 'Notes', from: '0', to: '1' },
  ])
})

it('edits, further payments and replacements are told in rupees and words', () => {
  const edit = {
    editId: 'E1',
    lines: [{ productId: 'barfi', name: 'Kaju Barfi', pricePaise: 40_000, before: 3, after: 2 }],
    parts: ['phone'],
    totalPaise: { before: 120_000, after: 80_000 },
  }
  const refused = { ...edit, editId: 'E2', lines: [], refusedAt: '2026-01-02T00:00:00.000Z' }
  expect(
    describeChanges({
      kind: 'order',
      subject: '01JCZZZZZZZZZZZZAB12CD34',
      changes: {
        edits: { from: [edit], to: [edit, refused] },
        furtherPayments: { from: null, to: [{ paymentId: 'X1', state: 'paid', amountPaise: 17_800 }] },
        replacements: {
          from: null,
          to: [{ purchaseId: '01JCZZZZZZZZZZZZAB12CD35', units: [{ productId: 'barfi', quantity: 2 }] }],
        },
      },
    }),
  ).toEqual([
    {
      label: 'Edits',
      from: 'Kaju Barfi 2 instead of 3, another phone (₹800)',
      to: 'Kaju Barfi 2 instead of 3, another phone (₹800); another phone, refused by the shopper (₹800)',
    },
    { label: 'Further payments', from: '', to: '₹178 paid' },
    { label: 'Replacements', from: '', to: '#AB12CD35 (2 units)' },
  ])
})

it('changes of a product have the labels of the form, and no ids or picture keys', () => {
  const changes = {
    updatedAt: { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' },
    pricePaise: { from: 8900, to: 9950 },
    mrpPaise: { from: null, to: 10_000 },
    published: { from: true, to: false },
    images: { from: ['/a.webp'], to: ['/a.webp', '/b.webp'] },
    imageKeys: { from: ['a'], to: ['a', 'b'] },
    allergens: {
      from: { contains: ['milk'], mayContain: [] },
      to: { contains: ['milk', 'egg'], mayContain: [] },
    },
    netQuantity: { from: { value: 100, unit: 'g' }, to: { value: 250, unit: 'g' } },
    shelfLifeDays: { from: null, to: 90 },
  }
  expect(describeChanges(entryOf({ kind: 'product', changes }))).toEqual([
    { label: 'Price', from: '₹89', to: '₹99.50' },
    { label: 'MRP', from: '', to: '₹100' },
    { label: 'Published', from: 'yes', to: 'no' },
    { label: 'Pictures', from: '1 picture', to: '2 pictures' },
    { label: 'Contains', from: 'milk', to: 'milk, egg' },
    { label: 'Net quantity', from: '100', to: '250' },
    { label: 'Shelf life, days', from: '', to: '90' },
  ])
})

it('a new product without pictures says nothing of pictures, and exchanged ones are told', () => {
  const without = { images: { from: null, to: [] } }
  expect(describeChanges(entryOf({ kind: 'product', changes: without }))).toEqual([])
  const exchanged = { images: { from: ['/a.webp'], to: ['/b.webp'] } }
  expect(describeChanges(entryOf({ kind: 'product', changes: exchanged }))).toEqual([
    { label: 'Pictures', from: '1 picture', to: 'others' },
  ])
})

it('changes of the settings name the field, and only the delivery zones that differ', () => {
  const shop = aShop()
  const { rest } = shop.delivery
  const zone = { ...rest, name: 'Bengaluru', pincodes: ['560'], states: [], fee: 40 }
  const changes = {
    grievanceOfficer: { from: shop.grievanceOfficer, to: { ...shop.grievanceOfficer, name: 'Lata' } },
    state: { from: '32', to: '29' },
    isDemo: { from: true, to: false },
    delivery: { from: { zones: [], rest }, to: { zones: [zone], rest } },
  }
  expect(describeChanges(entryOf({ kind: 'shop', changes }))).toEqual([
    { label: 'Grievance officer', from: shop.grievanceOfficer.name, to: 'Lata' },
    { label: 'State', from: 'Kerala', to: 'Karnataka' },
    { label: 'This is a demo shop: pages and mails say so', from: 'yes', to: 'no' },
    { label: 'Delivery, Bengaluru', from: '', to: expect.stringMatching(/^560: ₹40/) },
  ])
})

it('changed shelves are told under the names that they had', () => {
  const changes = {
    Donuts: {
      from: { slug: 'donuts', name: 'Donuts' },
      to: {
        slug: 'rings',
        name: 'Rings',
        text: 'Round.',
        picture: 'picture-0123456789.webp',
        isHidden: true,
      },
    },
    order: { from: ['Donuts', 'Chips'], to: ['Chips', 'Donuts'] },
  }
  const entry = entryOf({ kind: 'shop', subject: 'shelves', changes })
  expect(describeEntry(entry)).toMatchObject({ subject: 'the shelves', path: '/shelves' })
  expect(describeChanges(entry)).toEqual([
    {
      label: 'Shelf Donuts',
      from: 'Donuts, /collections/donuts',
      to: 'Rings, /collections/rings, Round., with a picture, hidden',
    },
    { label: 'Order', from: 'Donuts, Chips', to: 'Chips, Donuts' },
  ])
})

it('a field that the desk does not know yet is told in words too', () => {
  const changes = { giftWrapping: { from: null, to: { paperColour: 'red', hasRibbon: true } } }
  expect(describeChanges(entryOf({ changes }))).toEqual([
    { label: 'Gift wrapping', from: '', to: 'Paper colour: red, Has ribbon: yes' },
  ])
})

it('a flag that stays no, and pictures that stay without texts, are no changes', () => {
  const changes = {
    pricePaise: { from: 4900, to: 4700 },
    vegan: { from: false, to: null },
    jain: { from: null, to: false },
    imageAlts: { from: [''], to: null },
    published: { from: null, to: false },
  }
  const product = describeChanges(entryOf({ kind: 'product', subject: 'chips', changes }))
  expect(product.map(({ label }) => label)).toEqual(['Price', 'Published'])
  const guests = { guestCheckout: { from: null, to: false } }
  expect(describeChanges(entryOf({ kind: 'shop', subject: 'shop', changes: guests }))).toEqual([])
})

it('changes of an offer are told in its words, times and rupees', () => {
  const changes = {
    terms: { from: { kind: 'percentOff', percent: 10 }, to: { kind: 'rupeesOff', amount: 50 } },
    endsAt: { from: null, to: '2026-03-08T09:00:00.000Z' },
    createdAt: { from: null, to: '2026-03-01T09:00:00.000Z' },
  }
  expect(describeChanges(entryOf({ kind: 'offer', changes }))).toEqual([
    { label: 'What it gives', from: '10% off', to: '₹50 off' },
    { label: 'Ends', from: '', to: '8 Mar, 2:30 pm' },
  ])
})

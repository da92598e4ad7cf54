import type { CartItem } from '@nashta/contracts/cart/cart'
import { asPaise } from '@nashta/contracts/money'
import type { PriceTerms } from '@nashta/contracts/offers/price-terms'
import { expect, it } from 'vitest'
import { priceCart } from './price-cart.ts'

const AT = new Date('2026-11-19T06:00:00Z')
const chips: CartItem = {
  id: 'chips',
  productId: 'chips',
  name: 'Chips',
  price: 49,
  imageUrl: '',
  quantity: 1,
  category: 'Chips',
}
const delivery = { serviceable: true, fee: 40, freeFrom: 500, zone: 'South', days: 5, by: '', cod: true }
const HOME = { delivery, buyer: { state: '', stateCode: '29' } }

function terms(offers: PriceTerms['offers'], code = '') {
  const rates = [{ productId: 'chips', ratePercent: 5 }]
  const seller = { kind: 'regular', state: '29', deliveryTax: 'byValue' }
  return { code, terms: { offers, rates, seller } }
}

const TEN: PriceTerms['offers'][number] = {
  id: 'ten',
  name: 'Diwali',
  code: 'DIWALI',
  terms: { kind: 'percentOff', percent: 10 },
  combines: false,
}

it('a price without offers has its fee, and the tax that it includes', () => {
  const price = priceCart([chips], terms([]), { ...HOME, delivery: { ...delivery, fee: 0 } }, AT)
  // ₹49 at 5 % within a state: 1.17 + 1.17.
  expect(price).toMatchObject({ subtotal: asPaise(4900), total: asPaise(4900), tax: asPaise(234) })
})

it('the rows of a price are its total, also when the delivery is free by an offer', () => {
  const free: typeof TEN = {
    ...TEN,
    id: 'free',
    code: undefined,
    name: 'Free',
    terms: { kind: 'freeDelivery' },
  }
  const offers = [
    { ...TEN, combines: true },
    { ...free, combines: true },
  ]
  const price = priceCart([{ ...chips, quantity: 3 }], terms(offers, 'DIWALI'), HOME, AT)
  expect(price).toMatchObject({
    subtotal: asPaise(14_700),
    paidGoods: asPaise(13_230),
    shippingFee: asPaise(4000),
    paidShipping: asPaise(0),
    discounts: [
      { label: 'Diwali (DIWALI)', paise: asPaise(1470) },
      { label: 'Free', paise: asPaise(4000) },
    ],
    total: asPaise(13_230),
    codeReason: null,
  })
})

it('the offer of a removed code is not used, and a code says why it takes nothing off', () => {
  expect(priceCart([chips], terms([TEN]), HOME, AT).discounts).toEqual([])
  const dear = { ...TEN, minSpend: 100 }
  expect(priceCart([chips], terms([dear], 'DIWALI'), HOME, AT)).toMatchObject({
    discounts: [],
    codeReason: 'Add snacks for ₹51 more to get it',
    hints: [],
  })
})

it('offers without a code say what is missing, and which offer won', () => {
  const auto = { ...TEN, code: undefined }
  const offers = [
    { ...auto, id: 'a', name: 'Ten off' },
    { ...auto, id: 'b', name: 'Five off', terms: { kind: 'percentOff' as const, percent: 5 } },
    { ...auto, id: 'c', name: 'Three for two', terms: { kind: 'buyGet' as const, buy: 2, get: 1 } },
    { ...auto, id: 'd', name: 'Sweets', productIds: [] },
  ]
  expect(priceCart([chips], terms(offers), HOME, AT).hints).toEqual([
    'Five off: Ten off saves you more, and the two cannot be used together',
    'Three for two: add 2 more to get it',
  ])
})

it('until the terms are known, a cart costs its prices and nothing is said about tax', () => {
  const price = priceCart([chips], { code: 'DIWALI', terms: null }, { delivery: null, buyer: null }, AT)
  expect(price).toMatchObject({ total: asPaise(4900), shippingFee: asPaise(0), tax: null, codeReason: null })
})

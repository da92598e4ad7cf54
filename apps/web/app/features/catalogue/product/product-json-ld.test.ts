import type { Product } from '@nashta/contracts/catalogue/product'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { expect, it } from 'vitest'
import { productJsonLd, type ProductJsonLdOptions } from './product-json-ld.ts'

const options = {
  publicUrl: 'https://snacks.example',
  shop: aShop(),
  takesOrders: true,
  shelves: [{ slug: 'donuts', name: 'Donuts' }],
}

function jsonLdOf(product: Product, overrides: Partial<ProductJsonLdOptions> = {}) {
  return productJsonLd(product, { ...options, ...overrides })['@graph'][0]
}

it('the JSON-LD of a product has its absolute address and its price in rupees', () => {
  expect(jsonLdOf(aProduct({ products_id: 'a b', price: 72.5 }))).toMatchObject({
    '@id': 'https://snacks.example/product/a%20b',
    image: ['https://snacks.example/images/donut.webp'],
    offers: { price: '72.50', priceCurrency: 'INR', availability: 'https://schema.org/InStock' },
  })
})

it('the JSON-LD of a sold-out product without a picture has OutOfStock and the fallback picture', () => {
  expect(jsonLdOf(aProduct({ stock: 0, imageUrl: '', images: [] }))).toMatchObject({
    image: ['https://snacks.example/images/fallback.svg'],
    offers: { availability: 'https://schema.org/OutOfStock' },
  })
})

it.each([
  [
    { value: 250, unit: 'g' },
    { value: 250, unitCode: 'GRM', valueReference: { value: 1, unitCode: 'GRM' } },
  ],
  [
    { value: 1500, unit: 'g' },
    { value: 1.5, unitCode: 'KGM', valueReference: { value: 1, unitCode: 'KGM' } },
  ],
  [
    { value: 5000, unit: 'ml' },
    { value: 5, unitCode: 'LTR' },
  ],
  [
    { value: 6, unit: 'piece' },
    { value: 6, unitCode: 'C62' },
  ],
])('the JSON-LD price of the pack %j is for its net quantity', (netQuantity, referenceQuantity) => {
  expect(jsonLdOf(aProduct({ netQuantity, price: 60 }))).toMatchObject({
    offers: { priceSpecification: { '@type': 'UnitPriceSpecification', price: '60.00', referenceQuantity } },
  })
})

it('the JSON-LD of a product has its nutrition, maker and country', () => {
  const product = aProduct({
    nutrition: { energyKcal: 520, sodiumMg: 0 },
    maker: { name: 'Kochi Chips', address: 'Kochi 682001', fssai: '11223344556677' },
    origin: 'IN',
  })
  expect(jsonLdOf(product)).toMatchObject({
    brand: { name: 'Kochi Chips' },
    countryOfOrigin: 'IN',
    additionalProperty: [
      { name: 'Energy per 100 g', value: 520, unitText: 'kcal' },
      { name: 'Sodium per 100 g', value: 0, unitText: 'mg' },
    ],
  })
})

it('the JSON-LD of an offer has the seller, delivery and returns of the shop', () => {
  expect(jsonLdOf(aProduct())).toMatchObject({
    offers: {
      seller: { legalName: 'Asha Foods Private Limited' },
      shippingDetails: { shippingRate: { value: 0, currency: 'INR' } },
      hasMerchantReturnPolicy: { merchantReturnDays: 7, returnMethod: 'https://schema.org/KeepProduct' },
    },
  })
  expect(jsonLdOf(aProduct(), { shop: aShop({ returnWindowDays: 0 }) })).toMatchObject({
    offers: {
      hasMerchantReturnPolicy: { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' },
    },
  })
  expect(JSON.stringify(jsonLdOf(aProduct(), { shop: null }))).not.toContain('seller')
})

it('the JSON-LD of an offer of a shop that delivers nowhere has no delivery', () => {
  const { rest } = aShop().delivery
  const shop = aShop({ delivery: { zones: [], rest: { ...rest, delivers: false } } })
  expect(JSON.stringify(jsonLdOf(aProduct(), { shop }))).not.toContain('shippingDetails')
})

it('the JSON-LD of a pack has a group with all packs of the family', () => {
  const small = aProduct({ products_id: 'chips-100', family: 'chips', price: 40 })
  const large = aProduct({ products_id: 'chips-250', family: 'chips', price: 90 })
  const [product, group] = productJsonLd(small, { ...options, packs: [small, large] })['@graph']

  expect(group).toMatchObject({
    '@type': 'ProductGroup',
    '@id': 'https://snacks.example/#family-chips',
    productGroupID: 'chips',
    hasVariant: [
      { '@id': 'https://snacks.example/product/chips-100' },
      { '@id': 'https://snacks.example/product/chips-250', offers: { price: '90.00' } },
    ],
  })
  expect(product).toMatchObject({ isVariantOf: { '@id': 'https://snacks.example/#family-chips' } })
})

it.each([
  ['on a shelf that shoppers see', 'Donuts', ['Home', 'Donuts', 'Donut']],
  ['on no shelf', 'Uncategorized', ['Home', 'Donut']],
])('the breadcrumbs of a product %s', (_case, category, names) => {
  const breadcrumbs = productJsonLd(aProduct({ category }), options)['@graph'].at(-1)
  expect(breadcrumbs).toMatchObject({
    itemListElement: names.map((name, index) => ({ name, position: index + 1 })),
  })
  expect(JSON.stringify(breadcrumbs).includes('https://snacks.example/collections/donuts')).toBe(
    category === 'Donuts',
  )
})

it('the JSON-LD of a shop that is not open offers nothing', () => {
  const small = aProduct({ products_id: 'small', family: 'chips' })
  const large = aProduct({ products_id: 'large', family: 'chips' })
  const jsonLd = JSON.stringify(
    productJsonLd(small, { ...options, takesOrders: false, packs: [small, large] }),
  )
  expect(jsonLd).toContain('"sku":"small"')
  expect(jsonLd).not.toMatch(/Offer|InStock|price/)
})

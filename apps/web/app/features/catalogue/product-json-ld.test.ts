import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { expect, it } from 'vitest'
import { productJsonLd } from './product-json-ld.ts'

function jsonLdOf(product: Parameters<typeof productJsonLd>[0]) {
  const [facts] = productJsonLd(product, 'https://snacks.example')['@graph']
  return facts
}

it('the JSON-LD of a product has its absolute address and its price in rupees', () => {
  expect(jsonLdOf(aProduct({ products_id: 'a b', price: 72.5 }))).toMatchObject({
    '@id': 'https://snacks.example/product/a%20b',
    image: ['https://snacks.example/images/donut.webp'],
    offers: { price: '72.50', priceCurrency: 'INR', availability: 'https://schema.org/InStock' },
  })
})

it('the JSON-LD of a sold-out product says so, and always has a picture', () => {
  expect(jsonLdOf(aProduct({ stock: 0, imageUrl: '', images: [] }))).toMatchObject({
    image: ['https://snacks.example/images/fallback.svg'],
    offers: { availability: 'https://schema.org/OutOfStock' },
  })
})

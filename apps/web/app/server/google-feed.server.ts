import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { categoriesOf } from '@nashta/contracts/catalogue/categories'
import type { Product } from '@nashta/contracts/catalogue/product'
import { productPath } from '@nashta/contracts/catalogue/product-urls'
import { describeRating } from '@nashta/contracts/ratings/rating-texts'
import { shopPicturePath } from '@nashta/contracts/shop/face'
import type { Shop } from '@nashta/contracts/shop/shop'
import { type DeliverySummary, feeAt, summariseDelivery } from '../texts/delivery.ts'
import { fetchFileProducts } from './product-files.server.ts'

/** Google's limit. */
const TITLE_MAX_LENGTH = 150

/** A file with this many products has about five megabytes. */
const PRODUCTS_PER_FILE = 5000

/** The number in the name of a later file: from 2 on, without leading zeros. */
const LATER_FILE = /^google-([2-9]|[1-9]\d{1,4})\.xml$/

export type FeedDeps = {
  fetchShop: FetchShop
  shop: Shop
  /** A shop that is not open yet offers nothing, so its feed has no products. */
  takesOrders: boolean
  publicUrl: string
  productsPerFile?: number
}

/**
 * Makes one file of the feed in Google's format: RSS 2.0 with the `g:` namespace. The newest
 * products are in `google.xml`, the next ones in `google-2.xml`, and so on. Returns null for an
 * unknown name. The first file exists even without products.
 */
export async function makeGoogleFeed(deps: FeedDeps, name: string): Promise<string | null> {
  const { fetchShop, shop, takesOrders, publicUrl, productsPerFile = PRODUCTS_PER_FILE } = deps
  const fileNumber = fileNumberOf(name)
  if (fileNumber === null) return null
  const products = takesOrders ? await fetchFileProducts({ fetchShop, fileNumber, productsPerFile }) : []
  if (products.length === 0 && fileNumber > 1) return null
  const delivery = summariseDelivery(shop.delivery)
  // For products without pictures: Google refuses the fallback picture, which is an SVG.
  const picture = shopPicturePath(shop, 'share')
  const channel = [
    tag('title', shop.tradeName),
    tag('link', new URL('/', publicUrl).href),
    tag('description', `The snacks of ${shop.legalName}`),
    ...products.map((product) => feedItem(product, { publicUrl, delivery, picture })),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${channel.join('')}</channel></rss>`
}

function fileNumberOf(name: string): number | null {
  if (name === 'google.xml') return 1
  const number = LATER_FILE.exec(name)?.[1]
  return number === undefined ? null : Number(number)
}

type FeedItemContext = { publicUrl: string; delivery: DeliverySummary | null; picture: string }

function feedItem(product: Product, { publicUrl, delivery, picture }: FeedItemContext): string {
  const { products_id, name, description, price, imageUrl, stock, brand, family } = product
  const absolute = (path: string) => new URL(path, publicUrl).href
  const fields = [
    tag('g:id', products_id),
    tag('g:title', name.slice(0, TITLE_MAX_LENGTH)),
    tag('g:description', description || name),
    tag('g:link', absolute(productPath(products_id))),
    tag('g:image_link', absolute(imageUrl || picture)),
    tag('g:price', rupees(price)),
    tag('g:availability', stock === 0 ? 'out_of_stock' : 'in_stock'),
    tag('g:condition', 'new'),
    ...categoriesOf(product).map((category) => tag('g:product_type', category)),
    ...(brand ? [tag('g:brand', brand)] : [tag('g:identifier_exists', 'no')]),
    ...(product.netQuantity ? unitPricing(product.netQuantity) : []),
    ...(family ? [tag('g:item_group_id', family)] : []),
    ...(product.rating ? [detail('Ratings by buyers', describeRating(product.rating))] : []),
    ...(product.packLabel ? [tag('g:size', product.packLabel)] : []),
    ...(delivery ? [shipping(feeAt(delivery, price))] : []),
  ]
  return `<item>${fields.join('')}</item>`
}

function detail(name: string, value: string): string {
  return `<g:product_detail>${tag('g:attribute_name', name)}${tag('g:attribute_value', value)}</g:product_detail>`
}

function shipping(fee: number): string {
  return `<g:shipping>${tag('g:country', 'IN')}${tag('g:price', rupees(fee))}</g:shipping>`
}

/**
 * Google's names of our units. Google shows the price per `small` for a pack below 1000 g or ml,
 * and the price per `large` for a pack of 1000 g or ml and more. Example: a pack of 250 g has a
 * price per 100 g, and a pack of 1500 g has a price per kg.
 */
const UNITS: Record<string, { name: string; small: string; large: string }> = {
  g: { name: 'g', small: '100g', large: '1kg' },
  ml: { name: 'ml', small: '100ml', large: '1l' },
  piece: { name: 'ct', small: '1ct', large: '1ct' },
}

function unitPricing({ value, unit }: NonNullable<Product['netQuantity']>): string[] {
  const googleUnit = UNITS[unit]
  if (!googleUnit) return []
  return [
    tag('g:unit_pricing_measure', `${value}${googleUnit.name}`),
    tag('g:unit_pricing_base_measure', value >= 1000 ? googleUnit.large : googleUnit.small),
  ]
}

function rupees(amount: number) {
  return `${amount.toFixed(2)} INR`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Characters that XML 1.0 does not allow, not even escaped. */
// oxlint-disable-next-line no-control-regex -- control characters are what it finds
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

function tag(name: string, text: string) {
  const safe = text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>]/g, (character) => ESCAPES[character] ?? '')
  return `<${name}>${safe}</${name}>`
}

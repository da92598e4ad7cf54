import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { productPath } from '@nashta/contracts/catalogue/storefront-paths'
import { PRODUCT_PAGE_SIZE_MAX } from '@nashta/contracts/constants'
import { fetchProductPage } from '../data/fetch-products.ts'

/** Search engines read at most this many addresses from one file. */
const ADDRESSES_MAX = 50_000

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const PAGES = [
  '/',
  '/collections/suggested',
  '/collections/best-sellers',
  '/collections/allproducts',
  '/collections/new-arrivals',
  '/about',
  '/contact',
  '/shipping',
  '/returns',
  '/privacy',
  '/terms',
]

export type SitemapDeps = { fetchShop: FetchShop; publicUrl: string; addressesMax?: number }

/** The list of the sitemap's files: one of pages, and as many of products as needed. */
export async function sitemapIndex({ fetchShop, publicUrl, addressesMax = ADDRESSES_MAX }: SitemapDeps) {
  const { total } = await fetchProductPage(fetchShop, { limit: 1 })
  const parts = Array.from({ length: Math.ceil(total / addressesMax) }, (_, index) => `products-${index + 1}`)
  const files = ['pages', ...parts].map((name) =>
    tag('sitemap', tag('loc', at(publicUrl, `/sitemaps/${name}.xml`))),
  )
  return `${XML}<sitemapindex xmlns="${NAMESPACE}">${files.join('')}</sitemapindex>`
}

/** One of those files; null for an unknown name. */
export async function sitemapFile(deps: SitemapDeps, name: string): Promise<string | null> {
  if (name === 'pages.xml') return urlSet(PAGES.map((path) => tag('loc', at(deps.publicUrl, path))))

  const part = /^products-([1-9]\d{0,5})\.xml$/.exec(name)?.[1]
  const urls = part ? await productUrls(deps, Number(part)) : []
  return urls.length > 0 ? urlSet(urls) : null
}

/** Newest first: sales do not change that order, so that products rarely fall between two files. */
async function productUrls(
  { fetchShop, publicUrl, addressesMax = ADDRESSES_MAX }: SitemapDeps,
  part: number,
) {
  const urls: string[] = []
  const before = (part - 1) * addressesMax
  let skip = before
  for (let cursor: string | null = ''; cursor !== null && urls.length < addressesMax;) {
    const page = await fetchProductPage(fetchShop, { sort: 'newest', limit: PRODUCT_PAGE_SIZE_MAX, cursor })
    if (page.total <= before) break
    for (const { products_id, updatedAt } of page.items.slice(skip)) {
      const url = at(publicUrl, productPath(products_id))
      urls.push(tag('loc', url) + tag('lastmod', updatedAt))
    }
    skip = Math.max(skip - page.items.length, 0)
    cursor = page.nextCursor
  }
  return urls.slice(0, addressesMax)
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>'

function urlSet(urls: readonly string[]) {
  return `${XML}<urlset xmlns="${NAMESPACE}">${urls.map((url) => tag('url', url)).join('')}</urlset>`
}

function at(publicUrl: string, path: string) {
  return new URL(path, publicUrl).href
}

function tag(name: string, content: string) {
  return `<${name}>${content}</${name}>`
}

/** A file for crawlers: made from the catalogue like a page, and revalidated like one. */
export function textFile(type: string, content: string) {
  return new Response(content, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'public, max-age=0, must-revalidate',
    },
  })
}

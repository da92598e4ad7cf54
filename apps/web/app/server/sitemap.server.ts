import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { productPath } from '@nashta/contracts/catalogue/product-urls'
import { PRODUCT_PAGE_SIZE_MAX } from '@nashta/contracts/constants'
import { fetchProductPage } from '../data/fetch-products.ts'

/** The sitemap protocol allows no more URLs in one file. */
const URLS_PER_FILE_MAX = 50_000

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
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
  '/grievance',
]

export type SitemapDeps = { fetchShop: FetchShop; publicUrl: string; urlsPerFile?: number }

/** The list of the sitemap's files: one with `PAGES`, and as many with products as needed. */
export async function sitemapIndex({ fetchShop, publicUrl, urlsPerFile = URLS_PER_FILE_MAX }: SitemapDeps) {
  const { total } = await fetchProductPage(fetchShop, { limit: 1 })
  const fileCount = Math.ceil(total / urlsPerFile)
  const productFiles = Array.from({ length: fileCount }, (_, index) => `products-${index + 1}`)
  const files = ['pages', ...productFiles].map((name) =>
    tag('sitemap', tag('loc', absoluteUrl(publicUrl, `/sitemaps/${name}.xml`))),
  )
  return `${XML_DECLARATION}<sitemapindex xmlns="${NAMESPACE}">${files.join('')}</sitemapindex>`
}

/** One file of the sitemap by its name, such as `products-2.xml`; null for an unknown name. */
export async function sitemapFile(deps: SitemapDeps, name: string): Promise<string | null> {
  if (name === 'pages.xml') return urlSet(PAGES.map((path) => tag('loc', absoluteUrl(deps.publicUrl, path))))

  const fileNumber = /^products-([1-9]\d{0,5})\.xml$/.exec(name)?.[1]
  const entries = fileNumber ? await productEntries(deps, Number(fileNumber)) : []
  return entries.length > 0 ? urlSet(entries) : null
}

/** The products of one file, newest first. Sales do not change that order, so products seldom move between files. */
async function productEntries(
  { fetchShop, publicUrl, urlsPerFile = URLS_PER_FILE_MAX }: SitemapDeps,
  fileNumber: number,
) {
  const entries: string[] = []
  const firstIndex = (fileNumber - 1) * urlsPerFile
  let skip = firstIndex
  // A list can only be read from its first page on, which has an empty cursor.
  let cursor: string | null = ''
  while (cursor !== null && entries.length < urlsPerFile) {
    const page = await fetchProductPage(fetchShop, { sort: 'newest', limit: PRODUCT_PAGE_SIZE_MAX, cursor })
    if (page.total <= firstIndex) break
    for (const { products_id, updatedAt } of page.items.slice(skip)) {
      const url = absoluteUrl(publicUrl, productPath(products_id))
      entries.push(tag('loc', url) + tag('lastmod', updatedAt))
    }
    skip = Math.max(skip - page.items.length, 0)
    cursor = page.nextCursor
  }
  return entries.slice(0, urlsPerFile)
}

function urlSet(entries: readonly string[]) {
  return `${XML_DECLARATION}<urlset xmlns="${NAMESPACE}">${entries.map((entry) => tag('url', entry)).join('')}</urlset>`
}

function absoluteUrl(publicUrl: string, path: string) {
  return new URL(path, publicUrl).href
}

function tag(name: string, content: string) {
  return `<${name}>${content}</${name}>`
}

/** A file for crawlers. Caches revalidate it before each use, as they do a page. */
export function textFile(type: string, content: string) {
  return new Response(content, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'public, max-age=0, must-revalidate',
    },
  })
}

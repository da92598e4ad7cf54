import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { productPath, shelfPath } from '@nashta/contracts/catalogue/product-urls'
import { getStorefront } from '@nashta/contracts/storefront/storefront'
import { fetchProductPage } from '../data/products/fetch-products.ts'
import { fetchFileProducts } from './product-files.server.ts'

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

/** Lists the files of the sitemap: one with `PAGES` and shelves, and as many with products as needed. */
export async function makeSitemapIndex(deps: SitemapDeps) {
  const { fetchShop, publicUrl, urlsPerFile = URLS_PER_FILE_MAX } = deps
  const { total } = await fetchProductPage(fetchShop, { limit: 1 })
  const fileCount = Math.ceil(total / urlsPerFile)
  const productFiles = Array.from({ length: fileCount }, (_, index) => `products-${index + 1}`)
  const files = ['pages', ...productFiles].map((name) =>
    tag('sitemap', tag('loc', absoluteUrl(publicUrl, `/sitemaps/${name}.xml`))),
  )
  return `${XML_DECLARATION}<sitemapindex xmlns="${NAMESPACE}">${files.join('')}</sitemapindex>`
}

/** Makes one file of the sitemap, such as `products-2.xml`. Returns null for an unknown name. */
export async function makeSitemapFile(deps: SitemapDeps, name: string): Promise<string | null> {
  if (name === 'pages.xml') {
    const paths = [...PAGES, ...(await pathsOfShelves(deps))]
    return urlSet(paths.map((path) => tag('loc', absoluteUrl(deps.publicUrl, path))))
  }

  const fileNumber = /^products-([1-9]\d{0,5})\.xml$/.exec(name)?.[1]
  const entries = fileNumber ? await productEntries(deps, Number(fileNumber)) : []
  return entries.length > 0 ? urlSet(entries) : null
}

/** The pages of shelves with products. The others ask search engines to leave them out. */
async function pathsOfShelves({ fetchShop }: SitemapDeps): Promise<string[]> {
  const { data } = await fetchShop(getStorefront)
  const paths = data.shelves.map(async ({ slug, name }) => {
    const { total } = await fetchProductPage(fetchShop, { category: name, limit: 1 })
    return total > 0 ? [shelfPath(slug)] : []
  })
  return (await Promise.all(paths)).flat()
}

async function productEntries(
  { fetchShop, publicUrl, urlsPerFile = URLS_PER_FILE_MAX }: SitemapDeps,
  fileNumber: number,
) {
  const products = await fetchFileProducts({ fetchShop, fileNumber, productsPerFile: urlsPerFile })
  return products.map(({ products_id, updatedAt }) => {
    const url = absoluteUrl(publicUrl, productPath(products_id))
    return tag('loc', url) + tag('lastmod', updatedAt)
  })
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

/** The response with a file for crawlers. Caches revalidate it before each use, like a page. */
export function makeFileResponse(type: string, content: string) {
  return new Response(content, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'public, max-age=0, must-revalidate',
    },
  })
}

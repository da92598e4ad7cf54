/** The budget for all scripts that a public page loads until it is idle, compressed with brotli. */
export const SCRIPT_BUDGET_BYTES = 130_000

/** Every public page; `/product/` needs the id of a product. The specification demands Shoes and Sandals. */
export const PUBLIC_PAGES = [
  '/',
  '/collections/allproducts',
  '/collections/allproducts?category=Donuts',
  '/collections/best-sellers',
  '/collections/new-arrivals',
  '/collections/suggested',
  '/collections/shoes',
  '/collections/sandals',
  '/product/',
  '/about',
  '/contact',
  '/shipping',
  '/returns',
  '/privacy',
  '/terms',
  '/signin',
  '/signup',
  '/forgot-password',
]

const SCRIPT_URL = /\/assets\/[\w.-]+\.js/g

/** The scripts that a page names in its preloads and in its module script. `page-scripts.ts` marks both as late. */
export function scriptsOfPage(page: string): string[] {
  const preloads = page.match(/<link rel="late"[^>]*>/g) ?? []
  const start = page.indexOf('<script type="late"')
  const moduleScript = page.slice(start, page.indexOf('</script>', start))
  const urls = [...preloads, moduleScript].flatMap((text) => text.match(SCRIPT_URL) ?? [])
  return [...new Set(urls)].toSorted()
}

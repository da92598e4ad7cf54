/** The budget for all scripts that a public page loads until it is idle, compressed with brotli. */
export const SCRIPT_BUDGET_BYTES = 115_000

/**
 * The public pages that the budget is checked for. A test adds the id of a product to `/product/`.
 * The specification demands Shoes and Sandals.
 */
export const PUBLIC_PAGES = [
  '/',
  '/collections/allproducts',
  '/collections/allproducts?category=Donuts',
  '/collections/donuts',
  '/collections/best-sellers',
  '/collections/new-arrivals',
  '/collections/suggested',
  '/collections/shoes',
  '/collections/sandals',
  '/favourites',
  '/product/',
  '/about',
  '/contact',
  '/shipping',
  '/returns',
  '/privacy',
  '/terms',
  '/grievance',
  '/signin',
  '/signup',
  '/forgot-password',
  '/undo-email-change',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/newsletter/sent',
  '/newsletter/incomplete',
  '/back-in-stock/confirm',
  '/back-in-stock/stop',
  '/back-in-stock/sent',
  '/back-in-stock/incomplete',
  '/offline',
]

/** The routes of pages that show what belongs to one visitor, and of the not-found page. */
export const OTHER_ROUTES = [
  'profile',
  'checkout',
  'order-success',
  'purchase-history',
  'purchase-history/:orderId',
  'orders/:token',
  'grievance/:token',
  '*',
]

const SCRIPT_URL = /\/assets\/[\w.-]+\.js/g

/**
 * Returns the URLs of the scripts that a page names in its preloads and in its module script.
 * `page-scripts.ts` moves them into a template.
 */
export function scriptsOfPage(html: string): string[] {
  const start = html.indexOf('<template id="late-scripts"')
  const urls = html.slice(start, html.indexOf('</template>', start)).match(SCRIPT_URL) ?? []
  return [...new Set(urls)].toSorted()
}

import { getShop } from '@nashta/contracts/shop/shop'
import { DEMO_SHOP_NOTICE } from '@nashta/contracts/shop/shop-texts'
import { fetchShopContext, publicUrlContext } from '../../server/contexts.server.ts'
import { makeFileResponse } from '../../server/sitemap.server.ts'
import type { Route } from './+types/llms'

const LINKS = [
  ['Products', '/api/products', 'all products as JSON, best sellers first'],
  ['Product feed', '/feeds/google.xml', "products in Google's format, the newest 5,000"],
  ['API reference', '/api/openapi.json', 'every call of the Shop API as OpenAPI'],
  ['Shop', '/api/shop', 'who runs the shop, as JSON'],
  ['All snacks', '/collections/allproducts', 'the page with search and filters'],
  ['Shipping', '/shipping', 'cost and time of delivery'],
  ['Returns', '/returns', 'what happens when something is wrong'],
  ['Contact', '/contact', 'customer care and grievance officer'],
] as const

/** An overview for language models, in the form of llmstxt.org. */
export async function loader({ context }: Route.LoaderArgs) {
  const { data: shop } = await context.get(fetchShopContext)(getShop)
  const publicUrl = context.get(publicUrlContext)
  const lines = [
    `# ${shop.tradeName}`,
    '',
    '> An online shop for snacks in India. Prices are in rupees and include tax.',
    '',
    ...(shop.isDemo ? [`${DEMO_SHOP_NOTICE}.`, ''] : []),
    `Run by ${shop.legalName}, ${shop.address}.`,
    '',
    '## Links',
    '',
    ...LINKS.map(([name, path, text]) => `- [${name}](${new URL(path, publicUrl).href}): ${text}`),
  ]
  return makeFileResponse('text/plain', `${lines.join('\n')}\n`)
}

import { getShop } from '@nashta/contracts/shop/shop'
import { fetchShopContext, publicUrlContext } from '../../server/contexts.server.ts'
import { googleFeed } from '../../server/google-feed.server.ts'
import { textFile } from '../../server/sitemap.server.ts'
import type { Route } from './+types/google-feed'

/** The feed is cached like a page, until the catalogue version changes. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const fetchShop = context.get(fetchShopContext)
  const { data: shop } = await fetchShop(getShop)
  const feed = await googleFeed({ fetchShop, shop, publicUrl: context.get(publicUrlContext) }, params.name)
  if (feed === null) throw new Response('There is no such feed\n', { status: 404 })
  return textFile('application/xml', feed)
}

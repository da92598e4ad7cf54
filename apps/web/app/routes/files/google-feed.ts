import { getShop } from '@nashta/contracts/shop/shop'
import { fetchShopContext, publicUrlContext } from '../../server/contexts.server.ts'
import { googleFeed } from '../../server/google-feed.server.ts'
import { textFile } from '../../server/sitemap.server.ts'
import type { Route } from './+types/google-feed'

/** Cached like a page, until the catalogue version changes. */
export async function loader({ context }: Route.LoaderArgs) {
  const fetchShop = context.get(fetchShopContext)
  const { data: shop } = await fetchShop(getShop)
  return textFile(
    'application/xml',
    await googleFeed({ fetchShop, shop, publicUrl: context.get(publicUrlContext) }),
  )
}

import { fetchShopContext, publicUrlContext } from '../server/contexts.server.ts'
import { sitemapIndex, textFile } from '../server/sitemap.server.ts'
import type { Route } from './+types/sitemap'

export async function loader({ context }: Route.LoaderArgs) {
  const deps = { fetchShop: context.get(fetchShopContext), publicUrl: context.get(publicUrlContext) }
  return textFile('application/xml', await sitemapIndex(deps))
}

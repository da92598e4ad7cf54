import { fetchShopContext, publicUrlContext } from '../../server/contexts.server.ts'
import { sitemapFile, sitemapIndex, textFile } from '../../server/sitemap.server.ts'
import type { Route } from './+types/sitemap'

/** The index at `/sitemap.xml`, and its files at `/sitemaps/:name`. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const deps = { fetchShop: context.get(fetchShopContext), publicUrl: context.get(publicUrlContext) }
  const file = params.name === undefined ? await sitemapIndex(deps) : await sitemapFile(deps, params.name)
  if (file === null) throw new Response('There is no such sitemap\n', { status: 404 })
  return textFile('application/xml', file)
}

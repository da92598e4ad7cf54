import { fetchShopContext, publicUrlContext } from '../../server/contexts.server.ts'
import { makeFileResponse, makeSitemapFile, makeSitemapIndex } from '../../server/sitemap.server.ts'
import type { Route } from './+types/sitemap'

/** The index at `/sitemap.xml`, and its files at `/sitemaps/:name`. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const deps = { fetchShop: context.get(fetchShopContext), publicUrl: context.get(publicUrlContext) }
  const { name } = params
  const file = await (name === undefined ? makeSitemapIndex(deps) : makeSitemapFile(deps, name))
  if (file === null) throw new Response('There is no such sitemap\n', { status: 404 })
  return makeFileResponse('application/xml', file)
}

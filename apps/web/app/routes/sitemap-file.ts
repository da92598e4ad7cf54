import { publicUrlContext } from '../server/public-url.server.ts'
import { fetchApiContext } from '../server/shop-api.server.ts'
import { sitemapFile } from '../server/sitemap.server.ts'
import { textAnswer } from '../server/text-answer.server.ts'
import type { Route } from './+types/sitemap-file'

export async function loader({ context, params }: Route.LoaderArgs) {
  const deps = { fetchApi: context.get(fetchApiContext), publicUrl: context.get(publicUrlContext) }
  const file = await sitemapFile(deps, params.name)
  if (file === null) throw new Response('There is no such sitemap\n', { status: 404 })
  return textAnswer('application/xml', file)
}

import { publicUrlContext } from '../server/public-url.server.ts'
import { fetchApiContext } from '../server/shop-api.server.ts'
import { sitemapIndex } from '../server/sitemap.server.ts'
import { textAnswer } from '../server/text-answer.server.ts'
import type { Route } from './+types/sitemap'

export async function loader({ context }: Route.LoaderArgs) {
  const deps = { fetchApi: context.get(fetchApiContext), publicUrl: context.get(publicUrlContext) }
  return textAnswer('application/xml', await sitemapIndex(deps))
}

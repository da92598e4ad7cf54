import { publicUrlContext } from '../../server/contexts.server.ts'
import { makeFileResponse } from '../../server/sitemap.server.ts'
import type { Route } from './+types/robots'

export function loader({ context }: Route.LoaderArgs) {
  const sitemap = new URL('/sitemap.xml', context.get(publicUrlContext)).href
  return makeFileResponse('text/plain', `User-agent: *\nAllow: /\n\nSitemap: ${sitemap}\n`)
}

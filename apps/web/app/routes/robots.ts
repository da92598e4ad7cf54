import { publicUrlContext } from '../server/public-url.server.ts'
import { textAnswer } from '../server/text-answer.server.ts'
import type { Route } from './+types/robots'

export function loader({ context }: Route.LoaderArgs) {
  const sitemap = new URL('/sitemap.xml', context.get(publicUrlContext)).href
  return textAnswer('text/plain', `User-agent: *\nAllow: /\n\nSitemap: ${sitemap}\n`)
}

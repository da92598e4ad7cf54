import { getShop } from '@nashta/contracts/shop/shop'
import { readPaymentSummary } from '../../data/shop/read-payment-summary.ts'
import { fetchShopContext, publicUrlContext } from '../../server/contexts.server.ts'
import { makeGoogleFeed } from '../../server/google-feed.server.ts'
import { makeFileResponse } from '../../server/sitemap.server.ts'
import type { Route } from './+types/google-feed'

/** The feed is cached like a page, until the catalogue version changes. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const fetchShop = context.get(fetchShopContext)
  const [{ data: shop }, payments] = await Promise.all([fetchShop(getShop), readPaymentSummary(fetchShop)])
  const takesOrders = payments?.takesOrders ?? true
  const deps = { fetchShop, shop, takesOrders, publicUrl: context.get(publicUrlContext) }
  const feed = await makeGoogleFeed(deps, params.name)
  if (feed === null) throw new Response('There is no such feed\n', { status: 404 })
  return makeFileResponse('application/xml', feed)
}

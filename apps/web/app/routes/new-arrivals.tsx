import { fetchProductPage } from '../data/fetch-products.ts'
import { quickAdd } from '../features/cart/quick-add.tsx'
import { ShelfPage } from '../features/catalogue/shelf-page.tsx'
import { toCards } from '../features/catalogue/use-shelf.ts'
import { fetchShopContext } from '../server/contexts.server.ts'
import { pageMeta } from '../server/page-meta.ts'
import type { Route } from './+types/new-arrivals'

const NEW_ARRIVALS_PAGE_COUNT = 12

const QUERY = { sort: 'newest', limit: NEW_ARRIVALS_PAGE_COUNT }

export async function loader({ context }: Route.LoaderArgs) {
  return { sent: toCards(await fetchProductPage(context.get(fetchShopContext), QUERY)) }
}

/** In the browser the page asks for itself, and keeps what it found. */
export function clientLoader() {
  return null
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'New Arrivals | Nashta',
    description: 'The twelve newest snacks on the counter, fresh from the kitchen.',
    path: '/collections/new-arrivals',
  })

export default function NewArrivalsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <ShelfPage
      action={quickAdd}
      title="New Arrivals"
      intro="Just out of the oven, the fryer and the mould."
      tone="mint"
      query={QUERY}
      sent={loaderData?.sent}
    />
  )
}

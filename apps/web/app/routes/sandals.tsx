import { PRODUCT_PAGE_SIZE } from '@nashta/contracts/constants'
import { fetchProductPage } from '../data/fetch-products.ts'
import { quickAdd } from '../features/cart/quick-add.tsx'
import { ShelfPage } from '../features/catalogue/shelf-page.tsx'
import { toCards } from '../features/catalogue/use-shelf.ts'
import { fetchShopContext } from '../server/contexts.server.ts'
import { pageMeta } from '../server/page-meta.ts'
import type { Route } from './+types/sandals'

const QUERY = { category: 'Sandals', limit: PRODUCT_PAGE_SIZE }

export async function loader({ context }: Route.LoaderArgs) {
  return { sent: toCards(await fetchProductPage(context.get(fetchShopContext), QUERY)) }
}

/** In the browser the page asks for itself, and keeps what it found. */
export function clientLoader() {
  return null
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta({
    matches,
    title: 'Sandals | Nashta',
    description: 'Sandals at Nashta.',
    path: '/collections/sandals',
    hidden: !loaderData?.sent.total,
  })

export default function SandalsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <ShelfPage
      action={quickAdd}
      title="Sandals"
      intro="A shelf we keep for those who came for sandals."
      tone="mint"
      query={QUERY}
      sent={loaderData?.sent}
      moreTo="/collections/allproducts?category=Sandals"
    />
  )
}

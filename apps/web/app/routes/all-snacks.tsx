import { afterPaint } from '@nashta/browser/after-paint'
import { Container } from '@nashta/ui/layout'
import { useNavigate } from 'react-router'
import { fetchProductPage } from '../data/products/fetch-products.ts'
import { throwUnavailable, unavailableError } from '../data/products/loader-failure.ts'
import { FILTER_PARAMETERS, readFilter, writeFilter } from '../features/catalogue/list/snack-filter.ts'
import { SnackFilters } from '../features/catalogue/list/snack-filters.tsx'
import { findSnacks } from '../features/catalogue/list/snack-pages.ts'
import { SnackResults } from '../features/catalogue/list/snack-results.tsx'
import {
  loadCachedSnacks,
  type SnacksData,
  useLateSnacks,
} from '../features/catalogue/list/use-late-snacks.tsx'
import { fetchShopContext } from '../server/contexts.server.ts'
import { staticMeta } from '../server/page-meta.ts'
import { ALL_SNACKS_PATH } from '../texts/search-address.ts'
import type { Route } from './+types/all-snacks'
import { renderCardActions } from './card-actions.tsx'

/** The query parameters that the page reads. apps/web/server/page-address.ts drops all others. */
export const handle = { query: FILTER_PARAMETERS }

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = readFilter(new URL(request.url).searchParams)
  const fetchShop = context.get(fetchShopContext)
  const finding = findSnacks((query) => fetchProductPage(fetchShop, query), filter)
  return { pages: [await finding.catch(throwUnavailable)] }
}

/** A navigation in the browser shows what is cached, and does not wait for the store. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadCachedSnacks(new URL(request.url))
}

/** Another filter is no other page: the page itself loads its snacks. */
export function shouldRevalidate() {
  return false
}

export const meta = staticMeta({
  title: 'All Snacks',
  description:
    'Every donut, chip, chocolate, nut and treat on the counter. Search them, sort them, set your price.',
  path: ALL_SNACKS_PATH,
})

export default function AllSnacksRoute({ loaderData }: Route.ComponentProps) {
  return <AllSnacks data={loaderData} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AllSnacks data={null} loaderError={unavailableError(error)} />
}

type AllSnacksProps = { data: SnacksData | null; loaderError?: Error | null }

function AllSnacks({ data, loaderError = null }: AllSnacksProps) {
  const navigate = useNavigate()
  const { filter, snacks, follower } = useLateSnacks(data)

  return (
    <Container>
      <div className="with-filters">
        <SnackFilters
          filter={filter}
          counts={snacks.counts}
          total={snacks.total}
          onFilter={(next, { replace }) =>
            afterPaint(
              () => void navigate({ search: writeFilter(next) }, { replace, preventScrollReset: true }),
            )
          }
        />
        <div className="min-w-0 pt-6 pb-24 lg:pb-36">
          <SnackResults
            filter={filter}
            snacks={{ ...snacks, error: snacks.error ?? loaderError }}
            renderAction={renderCardActions}
          />
        </div>
      </div>
      {follower}
    </Container>
  )
}

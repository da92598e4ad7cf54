import { Container } from '@nashta/ui/layout'
import { useNavigate, useSearchParams } from 'react-router'
import { fetchProductPage } from '../data/fetch-products.ts'
import { throwUnavailable, unavailableError } from '../data/loader-failure.ts'
import { CatalogueSync } from '../features/catalogue/catalogue-sync.tsx'
import { FILTER_PARAMETERS, readFilter, writeFilter } from '../features/catalogue/snack-filter.ts'
import { SnackFilters } from '../features/catalogue/snack-filters.tsx'
import { findSnacks } from '../features/catalogue/snack-pages.ts'
import { SnackResults } from '../features/catalogue/snack-results.tsx'
import type { CardPage } from '../features/catalogue/use-product-query.ts'
import { useSnacks } from '../features/catalogue/use-snacks.ts'
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
  return { initialPage: await finding.catch(throwUnavailable) }
}

/** A navigation in the browser loads nothing here: the page uses the query cache. */
export function clientLoader() {
  return null
}

export const meta = staticMeta({
  title: 'All Snacks',
  description:
    'Every donut, chip, chocolate, nut and treat on the counter. Search them, sort them, set your price.',
  path: ALL_SNACKS_PATH,
})

export default function AllSnacksRoute({ loaderData }: Route.ComponentProps) {
  return <AllSnacks initialPage={loaderData?.initialPage} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AllSnacks loaderError={unavailableError(error)} />
}

type AllSnacksProps = { initialPage?: CardPage | undefined; loaderError?: Error | null }

function AllSnacks({ initialPage, loaderError = null }: AllSnacksProps) {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const filter = readFilter(parameters)
  const snacks = useSnacks(filter, initialPage)

  return (
    <Container>
      <div className="with-filters">
        <SnackFilters
          filter={filter}
          counts={snacks.counts}
          total={snacks.total}
          onFilter={(next, { replace }) =>
            void navigate({ search: writeFilter(next) }, { replace, preventScrollReset: true })
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
      <CatalogueSync />
    </Container>
  )
}

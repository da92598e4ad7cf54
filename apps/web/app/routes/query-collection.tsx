import { PRODUCT_PAGE_SIZE } from '@nashta/contracts/constants'
import { LinkButton } from '@nashta/ui/button'
import { useMatches } from 'react-router'
import { fetchProductPage, type PageQuery } from '../data/fetch-products.ts'
import { throwUnavailable, unavailableError } from '../data/loader-failure.ts'
import { renderQuickAdd } from '../features/cart/quick-add.tsx'
import { LOADING_SNACKS, NO_SNACKS } from '../features/catalogue/catalogue-texts.ts'
import { type CollectionHeaderProps, CollectionPage } from '../features/catalogue/collection-page.tsx'
import { type CardPage, toCardPage, useProductQuery } from '../features/catalogue/use-product-query.ts'
import { fetchShopContext } from '../server/contexts.server.ts'
import { type PageMeta, pageMeta } from '../server/page-meta.ts'
import type { Route } from './+types/query-collection'

type Collection = { header: CollectionHeaderProps; description: PageMeta['description']; query: PageQuery }

/**
 * The collections that are the result of one query. Each key is the path of a route. routes.ts
 * makes this path the id of the route, too.
 */
const COLLECTIONS: Record<string, Collection> = {
  'collections/new-arrivals': {
    header: { title: 'New Arrivals', intro: 'Just out of the oven, the fryer and the mould.', tone: 'mint' },
    description: 'The twelve newest snacks on the counter, fresh from the kitchen.',
    query: { sort: 'newest', limit: 12 },
  },
  // The specification lists Shoes and Sandals in the menu, although the store sells snacks.
  'collections/shoes': {
    header: { title: 'Shoes', intro: 'A shelf we keep for those who came for shoes.', tone: 'blush' },
    description: (shop) => `Shoes at ${shop}.`,
    query: { category: 'Shoes', limit: PRODUCT_PAGE_SIZE },
  },
  'collections/sandals': {
    header: { title: 'Sandals', intro: 'A shelf we keep for those who came for sandals.', tone: 'mint' },
    description: (shop) => `Sandals at ${shop}.`,
    query: { category: 'Sandals', limit: PRODUCT_PAGE_SIZE },
  },
}

function collectionOf(path: string): Collection {
  const collection = COLLECTIONS[path]
  if (!collection) throw new Error(`There is no collection ${path}`)
  return collection
}

export async function loader({ context, pattern: path }: Route.LoaderArgs) {
  const { query } = collectionOf(path)
  const page = await fetchProductPage(context.get(fetchShopContext), query).catch(throwUnavailable)
  return { initialPage: toCardPage(page) }
}

/** Navigation in the browser skips the loader, because `useProductQuery` fetches the products. */
export function clientLoader() {
  return null
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  // The matches are the root, the layout and this route.
  const { id: path } = matches[2]
  const { header, description, query } = collectionOf(path)
  // Search engines must not index a category without products.
  const noindex = query.category !== undefined && loaderData?.initialPage.total === 0
  return pageMeta({ matches, title: header.title, description, path: `/${path}`, noindex })
}

export default function QueryCollectionRoute({ loaderData }: Route.ComponentProps) {
  return <QueryCollection initialPage={loaderData?.initialPage} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <QueryCollection loaderError={unavailableError(error)} />
}

type QueryCollectionProps = { initialPage?: CardPage | undefined; loaderError?: Error | null }

/** An error, such as `loaderError`, is shown only while `products` is undefined. */
function QueryCollection({ initialPage, loaderError = null }: QueryCollectionProps) {
  const path = useMatches().at(-1)?.id ?? ''
  const { header, query } = collectionOf(path)
  const { products, total, error } = useProductQuery(query, initialPage)
  return (
    <CollectionPage
      header={header}
      list={{
        products,
        error: error ?? loaderError,
        loadingText: LOADING_SNACKS,
        emptyText: NO_SNACKS,
      }}
      grid={{ columns: 'four', renderAction: renderQuickAdd }}
    >
      {query.category && products && total > products.length ? (
        <p className="pt-12 text-center">
          <LinkButton to={`/collections/allproducts?category=${query.category}`} look="outline">
            See all {total}
          </LinkButton>
        </p>
      ) : null}
    </CollectionPage>
  )
}

import { shelfPath } from '@nashta/contracts/catalogue/product-urls'
import { PRODUCT_PAGE_SIZE } from '@nashta/contracts/constants'
import { LinkButton } from '@nashta/ui/button'
import { data, isRouteErrorResponse, redirect, useLocation } from 'react-router'
import { fetchProductPage, type PageQuery } from '../data/products/fetch-products.ts'
import { nullUnlessResponse, throwUnavailable, unavailableError } from '../data/products/loader-failure.ts'
import { type PageShelf, readStorefront } from '../data/shop/read-storefront.ts'
import { useShelves } from '../data/shop/use-shelves.ts'
import {
  type CollectionHeaderProps,
  CollectionPage,
  toneAt,
} from '../features/catalogue/list/collection-page.tsx'
import { type ListData, loadCachedList, useList } from '../features/catalogue/list/use-list.tsx'
import { toCardPage } from '../features/catalogue/use-product-query.ts'
import { MessagePage } from '../features/layout/message-page.tsx'
import { fetchShopContext } from '../server/contexts.server.ts'
import { type PageMeta, pageMeta } from '../server/page-meta.ts'
import { LOADING_SNACKS, NO_SNACKS } from '../texts/products.ts'
import type { Route } from './+types/query-collection'
import { renderCardActions } from './card-actions.tsx'

type Collection = { header: CollectionHeaderProps; description: PageMeta['description']; query: PageQuery }

/** The collections that are always there, by their paths. Each is the result of one query. */
const COLLECTIONS: Record<string, Collection> = {
  '/collections/new-arrivals': {
    header: { title: 'New Arrivals', intro: 'Just out of the oven, the fryer and the mould.', tone: 'mint' },
    description: 'The twelve newest snacks on the counter, fresh from the kitchen.',
    query: { sort: 'newest', families: 'true', limit: 12 },
  },
  // The specification lists Shoes and Sandals in the menu, although the store sells snacks.
  '/collections/shoes': {
    header: { title: 'Shoes', intro: 'A shelf we keep for those who came for shoes.', tone: 'blush' },
    description: (shop) => `Shoes at ${shop}.`,
    query: { category: 'Shoes', families: 'true', limit: PRODUCT_PAGE_SIZE },
  },
  '/collections/sandals': {
    header: { title: 'Sandals', intro: 'A shelf we keep for those who came for sandals.', tone: 'mint' },
    description: (shop) => `Sandals at ${shop}.`,
    query: { category: 'Sandals', families: 'true', limit: PRODUCT_PAGE_SIZE },
  },
}

/** A shelf, and its place among all. */
type PlacedShelf = { shelf: PageShelf; place: number }

function shelfAt(path: string, shelves: readonly PageShelf[]): PlacedShelf | undefined {
  const place = shelves.findIndex(({ slug }) => shelfPath(slug) === path)
  const shelf = shelves[place]
  if (!shelf) return undefined
  const { slug, name, text, picture } = shelf
  return { shelf: { slug, name, text, picture }, place }
}

function collectionOfShelf({ shelf: { name, text = '', picture }, place }: PlacedShelf): Collection {
  return {
    header: { title: name, intro: text, tone: toneAt(place), picture },
    description: text === '' ? (shop) => `${name} at ${shop}.` : text,
    query: { category: name, families: 'true', limit: PRODUCT_PAGE_SIZE },
  }
}

/** A shelf may be at the address of a collection that the specification wants, such as Shoes. */
function collectionAt(path: string, placed: PlacedShelf | undefined): Collection | undefined {
  return placed ? collectionOfShelf(placed) : COLLECTIONS[path]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const path = pathOf(new URL(request.url))
  const fetchShop = context.get(fetchShopContext)
  const storefront = await readStorefront(fetchShop)
  const placed = storefront ? shelfAt(path, storefront.shelves) : undefined
  const collection = collectionAt(path, placed)
  if (!collection) {
    if (!storefront) return throwUnavailable(null)
    const renamed = storefront.shelves.find(({ former = [] }) =>
      former.some((key) => shelfPath(key) === path),
    )
    throw renamed ? redirect(shelfPath(renamed.slug), 301) : data(null, { status: 404 })
  }
  const page = await fetchProductPage(fetchShop, collection.query).catch(throwUnavailable)
  return { initialPage: toCardPage(page), placed }
}

/** The path of the page, also of a request for its data alone. */
function pathOf({ pathname }: Pick<URL, 'pathname'>) {
  return pathname.replace(/\.data$/, '').replace(/(?<=.)\/$/, '')
}

type PageData = ListData & { placed?: PlacedShelf | undefined }

/**
 * Navigation in the browser shows what is cached of collections that are always there, and does not
 * wait for the store. Only the store knows whether there still is a shelf.
 */
export async function clientLoader({
  request,
  serverLoader,
}: Route.ClientLoaderArgs): Promise<PageData | null> {
  const collection = COLLECTIONS[pathOf(new URL(request.url))]
  if (collection) return loadCachedList(collection.query)
  return serverLoader().catch((error: unknown) => {
    if (isRouteErrorResponse(error) && error.status === 404) throw error
    return nullUnlessResponse(error)
  })
}

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) => {
  const path = pathOf(location)
  const shelves = matches[0].loaderData?.shelves ?? []
  const collection = collectionAt(path, loaderData?.placed ?? shelfAt(path, shelves))
  if (!collection) return []
  const { header, description, query } = collection
  // Search engines must not index a category without products.
  const noindex = query.category !== undefined && loaderData?.initialPage?.total === 0
  return pageMeta({ matches, title: header.title, description, path, noindex })
}

export default function QueryCollectionRoute({ loaderData }: Route.ComponentProps) {
  return <QueryCollection data={loaderData ?? NO_LIST} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <QueryCollection data={NO_LIST} loaderError={unavailableError(error)} />
}

const NO_LIST: PageData = { initialPage: undefined }

type QueryCollectionProps = { data: PageData; loaderError?: Error | null }

function QueryCollection(props: QueryCollectionProps) {
  const path = pathOf(useLocation())
  const known = shelfAt(path, useShelves())
  const collection = collectionAt(path, props.data.placed ?? known)
  if (collection) return <ShownCollection collection={collection} {...props} />
  return <MessagePage title="No connection" text="This page is not saved on your device." />
}

type ShownCollectionProps = QueryCollectionProps & { collection: Collection }

/** An error, such as `loaderError`, is shown only while `products` is undefined. */
function ShownCollection({ collection, data: listData, loaderError = null }: ShownCollectionProps) {
  const { header, query } = collection
  const { products, total, error, follower } = useList(query, listData)
  return (
    <CollectionPage
      header={header}
      list={{
        products,
        error: error ?? loaderError,
        loadingText: LOADING_SNACKS,
        emptyText: NO_SNACKS,
      }}
      grid={{ columns: 'four', renderAction: renderCardActions }}
      follower={follower}
    >
      {query.category && products && total > products.length ? (
        <p className="pt-12 text-center">
          <LinkButton
            to={`/collections/allproducts?category=${encodeURIComponent(query.category)}`}
            look="outline"
          >
            See all {total}
          </LinkButton>
        </p>
      ) : null}
    </CollectionPage>
  )
}

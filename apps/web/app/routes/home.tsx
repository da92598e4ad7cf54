import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { FIRST_HOME, type Home as HomeOfShop } from '@nashta/contracts/storefront/home-rules'
import { Container } from '@nashta/ui/layout'
import { Fragment, type ReactNode, useState } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { useUpdatesNeeded } from '../data/calls/polling.ts'
import { lateModule } from '../data/late/late-module.ts'
import { fetchProductPage } from '../data/products/fetch-products.ts'
import { nullUnlessResponse, throwUnavailable } from '../data/products/loader-failure.ts'
import { readShop } from '../data/shop/read-shop.ts'
import { type PageShelf, readStorefront } from '../data/shop/read-storefront.ts'
import { useHasOwnHome } from '../data/shop/use-announcement.ts'
import { useShopName } from '../data/shop/use-face.ts'
import { useShelves } from '../data/shop/use-shelves.ts'
import { useUser } from '../features/account/session/session-provider.tsx'
import { ProductGrid } from '../features/catalogue/cards/product-grid.tsx'
import { toCards } from '../features/catalogue/cards/to-cards.ts'
import { toCardPage } from '../features/catalogue/use-product-query.ts'
import { Benefits } from '../features/home/benefits.tsx'
import { CategoryTiles } from '../features/home/category-tiles.tsx'
import { HeroCarousel } from '../features/home/hero-carousel.tsx'
import {
  arrangeHome,
  CANDIDATES,
  type CategoryCounts,
  GUEST_SUGGESTIONS_COUNT,
} from '../features/home/home-products.ts'
import { SnackSection } from '../features/home/snack-section.tsx'
import { storeJsonLd } from '../features/home/store-json-ld.ts'
import { TrendingSnacks } from '../features/home/trending-snacks.tsx'
import { NewsletterForm } from '../features/newsletter/newsletter-form.tsx'
import { fetchGuestSuggestions } from '../features/recommendations/fetch-guest-suggestions.ts'
import { fetchShopContext, publicUrlContext } from '../server/contexts.server.ts'
import { pageMeta } from '../server/page-meta.ts'
import { FETCH_PRODUCTS_FAILED } from '../texts/products.ts'
import type { Route } from './+types/home'
import { renderCardActions } from './card-actions.tsx'
import type { HomeUpdate } from './home-updates.tsx'
import { SeenBeforePart } from './seen-before-part.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const fetchShop = context.get(fetchShopContext)
  const [storefront, shop] = await Promise.all([readStorefront(fetchShop), readShop(fetchShop)])
  const [bestFirst, { products: recommended, packs }, categoryCounts] = await Promise.all([
    fetchProductPage(fetchShop, CANDIDATES),
    fetchGuestSuggestions(fetchShop, GUEST_SUGGESTIONS_COUNT),
    countProducts(fetchShop, storefront?.shelves ?? []),
  ]).catch(throwUnavailable)
  const suggestions = toCards(recommended ?? [], packs)
  const { bestSellers, suggested, trending } = arrangeHome(toCardPage(bestFirst).items, suggestions)
  return {
    bestSellers,
    suggested,
    trending: trending.map(({ products_id, name, imageUrl }) => ({ products_id, name, imageUrl })),
    categoryCounts,
    // Absent for the home page of a new shop, which stands in the code.
    ...(storefront?.home && { page: storefront.home }),
    ...(shop && { jsonLd: storeJsonLd(shop, context.get(publicUrlContext)) }),
  }
}

/** How many snacks are on each shelf. Only the totals of the pages are used. */
async function countProducts(fetchShop: FetchShop, shelves: readonly PageShelf[]): Promise<CategoryCounts> {
  return Promise.all(
    shelves.map(async ({ name }) => {
      const { total } = await fetchProductPage(fetchShop, { category: name, families: 'true', limit: 1 })
      return [name, total] as const
    }),
  )
}

/**
 * Returns null when the store cannot send the data. The component HomeUpdates then loads the
 * products, from browser storage if the store is unreachable.
 */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch(nullUnlessResponse)
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...pageMeta({
    matches,
    description: `${matches[0].loaderData?.face?.description ?? 'Snacks, priced in rupees.'} ${matches[0].loaderData?.delivery?.promise ?? 'Delivery to your door'}.`,
    path: '/',
  }),
  ...(loaderData?.jsonLd ? [{ 'script:ld+json': loaderData.jsonLd }] : []),
]

export default function HomeRoute({ loaderData }: Route.ComponentProps) {
  return <Home loaderData={loaderData} failure={null} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  // The page itself shows only the loader's 503. The root shows any other error.
  if (!isRouteErrorResponse(error) || error.status !== 503) throw error
  return <Home loaderData={null} failure={FETCH_PRODUCTS_FAILED} />
}

const updates = lateModule(() => import('./home-updates.tsx'))

type LoaderData = Route.ComponentProps['loaderData']

type HomePage = Pick<HomeOfShop, 'slides' | 'sections'>

/** The shop has a page of its own, and the store cannot send it. */
const PAGE_UNKNOWN: HomePage = { slides: [], sections: FIRST_HOME.sections }

/** `failure` is shown until the browser has loaded the products. */
function Home({ loaderData, failure }: { loaderData: LoaderData; failure: string | null }) {
  const userId = useUser()?.sub
  const [update, setUpdate] = useState<HomeUpdate | null>(null)
  // A page without data is updated at once, and so is the page of a shopper, because the loader has
  // no personal suggestions. Other pages are updated after one polling interval.
  const updateNow = loaderData === null || userId !== undefined
  const module = updates.useModule(useUpdatesNeeded(updateNow))
  const shelves = useShelves()
  const home = pickHome(loaderData, update, userId)
  const { bestSellers, suggested, isPersonal, notes, trending, categoryCounts } = home
  const shopName = useShopName()
  const fallbackPage = useHasOwnHome() ? PAGE_UNKNOWN : FIRST_HOME
  const page: HomePage = loaderData?.page ?? fallbackPage
  const hasTilesFirst = page.sections[0] === 'shelves'
  const tiles = <CategoryTiles shelves={shelves} counts={new Map(categoryCounts)} />
  const sections: Record<string, ReactNode> = {
    shelves: tiles,
    suggested: (
      <SnackSection
        id="suggested"
        title="Suggested Snacks"
        text={isPersonal ? 'Picked for you.' : 'A favourite of every kind, to begin with.'}
        more={{ to: '/collections/suggested', label: 'View All Collection' }}
      >
        <ProductGrid products={suggested} columns="four" notes={notes} renderAction={renderCardActions} />
      </SnackSection>
    ),
    'best-sellers': (
      <SnackSection
        id="best-sellers"
        title="BEST SELLERS"
        text="What leaves the counter first."
        more={{ to: '/collections/best-sellers', label: 'Shop All Best Sellers' }}
      >
        <ProductGrid products={bestSellers} columns="four" renderAction={renderCardActions} />
      </SnackSection>
    ),
    trending: <TrendingSnacks products={trending} />,
    benefits: <Benefits />,
    newsletter: <NewsletterForm />,
  }
  return (
    <Container>
      <h1 className="sr-only">{shopName}, a snack store</h1>
      <div className="space-y-3 pt-2 sm:space-y-4 lg:space-y-5">
        {page.slides.length > 0 ? <HeroCarousel slides={page.slides} /> : null}
        {hasTilesFirst ? tiles : null}
      </div>
      <div className="space-y-20 py-20 lg:space-y-32 lg:py-32">
        {failure && bestSellers.length === 0 ? (
          <p role="alert" className="text-center text-lg">
            {failure}
          </p>
        ) : null}
        {page.sections.slice(hasTilesFirst ? 1 : 0).map((name, place) => (
          <Fragment key={name}>
            {sections[name]}
            {place === 0 ? <SeenBeforePart userId={userId} /> : null}
          </Fragment>
        ))}
      </div>
      {module ? <module.HomeUpdates userId={userId} onUpdate={setUpdate} /> : null}
    </Container>
  )
}

/** What the page shows. The last update replaces the data of the loader. */
function pickHome(loaderData: LoaderData, update: HomeUpdate | null, userId: string | undefined) {
  const products = update?.sections ?? loaderData ?? NO_PRODUCTS
  // After a sign-in or sign-out, the last update still has the suggestions for the previous user.
  const personal = update?.userId === userId ? update?.personal : undefined
  return {
    ...products,
    ...(personal && { suggested: personal.products }),
    notes: personal?.notes,
    isPersonal: personal !== undefined,
    // The counts of the list cover only the first products of the catalogue, so they come last.
    categoryCounts: update?.categoryCounts ?? loaderData?.categoryCounts ?? update?.listCounts ?? [],
  }
}

const NO_PRODUCTS = { bestSellers: [], suggested: [], trending: [] }

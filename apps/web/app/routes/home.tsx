import { CATEGORIES } from '@nashta/contracts/constants'
import { Container } from '@nashta/ui/layout'
import { lazy, Suspense } from 'react'
import { fetchProductPage } from '../data/fetch-products.ts'
import { useUser } from '../features/account/session/session-provider.tsx'
import { renderQuickAdd } from '../features/cart/quick-add.tsx'
import { type CardProduct, pickCardFields } from '../features/catalogue/product-card.tsx'
import { ProductGrid } from '../features/catalogue/product-grid.tsx'
import { Benefits } from '../features/home/benefits.tsx'
import { CategoryTiles } from '../features/home/category-tiles.tsx'
import { HeroCarousel } from '../features/home/hero-carousel.tsx'
import {
  excludeProducts,
  HOME_RECOMMENDATIONS_COUNT,
  pickSuggestions,
} from '../features/home/pick-suggestions.ts'
import { SnackSection } from '../features/home/snack-section.tsx'
import { storeJsonLd } from '../features/home/store-json-ld.ts'
import { TrendingSnacks } from '../features/home/trending-snacks.tsx'
import { NewsletterForm } from '../features/newsletter/newsletter-form.tsx'
import { fetchGuestSuggestions } from '../features/recommendations/fetch-guest-suggestions.ts'
import type { Suggestions } from '../features/recommendations/use-recommendations.ts'
import { fetchShopContext } from '../server/contexts.server.ts'
import { pageMeta } from '../server/page-meta.ts'
import { FREE_DELIVERY } from '../texts/delivery.ts'
import type { Route } from './+types/home'

const BEST_SELLERS_COUNT = 4
const TRENDING_COUNT = 4
/** How many best sellers are loaded to choose from: enough to contain products of each category. */
const CANDIDATES_COUNT = 24

export async function loader({ context }: Route.LoaderArgs) {
  const fetchShop = context.get(fetchShopContext)
  const [{ items: bestFirst }, { products: guestProducts }, ...categoryPages] = await Promise.all([
    fetchProductPage(fetchShop, { limit: CANDIDATES_COUNT }),
    fetchGuestSuggestions(fetchShop, HOME_RECOMMENDATIONS_COUNT + BEST_SELLERS_COUNT),
    ...CATEGORIES.map((category) => fetchProductPage(fetchShop, { category, limit: 1 })),
  ])
  const bestSellers = bestFirst.slice(0, BEST_SELLERS_COUNT)
  const picked = excludeProducts(guestProducts ?? [], bestSellers).slice(0, HOME_RECOMMENDATIONS_COUNT)
  const suggested =
    picked.length === HOME_RECOMMENDATIONS_COUNT ? picked : pickSuggestions(bestFirst, bestSellers)
  const trending = excludeProducts(bestFirst, [...bestSellers, ...suggested]).slice(0, TRENDING_COUNT)
  return {
    bestSellers: bestSellers.map(pickCardFields),
    suggested: suggested.map(pickCardFields),
    trending: trending.map(({ products_id, name, imageUrl }) => ({ products_id, name, imageUrl })),
    categoryCounts: categoryPages.map(({ total }, index) => [CATEGORIES[index] ?? '', total] as const),
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    matches,
    title: 'Nashta: donuts, chips, chocolates, nuts and treats',
    description: `Iced donuts, masala chips, truffles, roasted nuts and laddoos, priced in rupees. ${FREE_DELIVERY}.`,
    path: '/',
  }),
  ...storeJsonLd(matches[0].loaderData?.publicUrl),
]

export default function HomeRoute({ loaderData }: Route.ComponentProps) {
  const { suggested, bestSellers, trending, categoryCounts } = loaderData
  return (
    <Container>
      <h1 className="sr-only">Nashta, a snack store</h1>
      <div className="space-y-3 pt-2 sm:space-y-4 lg:space-y-5">
        <HeroCarousel />
        <CategoryTiles counts={new Map(categoryCounts)} />
      </div>
      <div className="space-y-20 py-20 lg:space-y-32 lg:py-32">
        <SuggestedSnacks guestProducts={suggested} />
        <SnackSection
          id="best-sellers"
          title="BEST SELLERS"
          text="What leaves the counter first."
          more={{ to: '/collections/best-sellers', label: 'Shop All Best Sellers' }}
        >
          <ProductGrid products={bestSellers} columns="four" action={renderQuickAdd} />
        </SnackSection>
        <TrendingSnacks products={trending} />
        <Benefits />
        <NewsletterForm />
      </div>
    </Container>
  )
}

/** Loaded for signed-in shoppers only. */
const PersonalSuggestions = lazy(() => import('../features/recommendations/personal-suggestions.tsx'))

/** The suggestions for guests, replaced by personal ones once these have loaded. */
function SuggestedSnacks({ guestProducts }: { guestProducts: readonly CardProduct[] }) {
  const user = useUser()
  const renderSection = (suggestions: Suggestions | null) => (
    <SnackSection
      id="suggested"
      title="Suggested Snacks"
      text={suggestions ? 'Picked for you.' : 'A favourite of every kind, to begin with.'}
      more={{ to: '/collections/suggested', label: 'View All Collection' }}
    >
      <ProductGrid
        products={suggestions?.products.map(pickCardFields) ?? guestProducts}
        columns="four"
        notes={suggestions?.notes}
        action={renderQuickAdd}
      />
    </SnackSection>
  )
  if (!user) return renderSection(null)
  return (
    <Suspense fallback={renderSection(null)}>
      <PersonalSuggestions userId={user.sub} limit={HOME_RECOMMENDATIONS_COUNT}>
        {renderSection}
      </PersonalSuggestions>
    </Suspense>
  )
}

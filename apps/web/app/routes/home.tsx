import { HOME_BEST_SELLERS_COUNT } from '@nashta/contracts/constants'
import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import type { Product } from '@nashta/contracts/product'
import { FREE_DELIVERY } from '@nashta/contracts/texts/delivery'
import type { CardProduct } from '../features/catalogue/product-card.tsx'
import { ProductGrid } from '../features/catalogue/product-grid.tsx'
import { ShelfSection } from '../features/catalogue/shelf-section.tsx'
import { shelve, type Shelf } from '../features/catalogue/shelves.ts'
import { Benefits } from '../features/home/benefits.tsx'
import { CategoryTiles } from '../features/home/category-tiles.tsx'
import { Definition } from '../features/home/definition.tsx'
import { Hero } from '../features/home/hero.tsx'
import { fetchApiContext, listProducts } from '../server/shop-api.server.ts'
import { Container } from '../ui/container.tsx'
import { SectionHeading } from '../ui/section-heading.tsx'
import type { Route } from './+types/home'

export async function loader({ context }: Route.LoaderArgs) {
  const products = (await listProducts(context.get(fetchApiContext))).map(toCard)
  return { bestSellers: products.slice(0, HOME_BEST_SELLERS_COUNT), shelves: shelve(products) }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Nashta: donuts, chips, chocolates, nuts and treats' },
  {
    name: 'description',
    content: `Iced donuts, masala chips, truffles, roasted nuts and laddoos, priced in rupees. ${FREE_DELIVERY}.`,
  },
]

export default function HomeRoute({ loaderData: { bestSellers, shelves } }: Route.ComponentProps) {
  const badges = new Map(bestSellers.map((product) => [product.products_id, 'BEST SELLER']))
  const tileLinks = new Map(
    shelves.map((shelf) => [shelf.name, { to: `/#${shelf.anchor}`, note: describeShelf(shelf) }]),
  )

  return (
    <Container>
      <div className="space-y-4 pt-2 md:space-y-5">
        <Hero shopTo="/#donuts" bestSellersTo="/#best-sellers" />
        <CategoryTiles links={tileLinks} />
      </div>
      <section id="best-sellers" aria-labelledby="best-sellers-title" className="py-20 lg:py-32">
        <div className="mb-8 sm:text-center lg:mb-14">
          <SectionHeading id="best-sellers-title">BEST SELLERS</SectionHeading>
          <p className="mt-3 text-lg text-ink-soft">What leaves the counter first.</p>
        </div>
        <ProductGrid products={bestSellers} columns="four" />
      </section>
      <Definition />
      <div className="space-y-20 py-20 lg:space-y-32 lg:py-32">
        {shelves.map((shelf) => (
          <ShelfSection key={shelf.anchor} shelf={shelf} badges={badges} />
        ))}
        <Benefits />
      </div>
    </Container>
  )
}

/** What a card shows and no more: the page carries its data along for hydration. */
function toCard({ products_id, name, description, price, imageUrl, category }: Product): CardProduct {
  return { products_id, name, description, price, imageUrl, category }
}

function describeShelf({ products }: Shelf<CardProduct>) {
  if (products.length === 0) return 'Back soon'
  const lowest = products.reduce((least, { price }) => Math.min(least, price), Number.POSITIVE_INFINITY)
  return `${products.length} ${products.length === 1 ? 'kind' : 'kinds'}, from ${formatRupees(rupeesToPaise(lowest))}`
}

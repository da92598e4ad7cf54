import { ProductCard, type CardProduct } from './product-card.tsx'

const LAYOUTS = {
  four: {
    columns: 'grid-cols-2 lg:grid-cols-4',
    sizes: '(min-width: 92rem) 330px, (min-width: 64rem) 23vw, 46vw',
  },
  three: {
    columns: 'grid-cols-2 md:grid-cols-3',
    sizes: '(min-width: 92rem) 330px, (min-width: 64rem) 23vw, (min-width: 48rem) 31vw, 46vw',
  },
}

export type ProductGridProps = {
  products: CardProduct[]
  columns: keyof typeof LAYOUTS
  badges?: ReadonlyMap<string, string>
}

export function ProductGrid({ products, columns, badges }: ProductGridProps) {
  if (products.length === 0) return <p className="text-ink-soft">No snacks available at the moment.</p>

  const layout = LAYOUTS[columns]
  return (
    <ul className={`grid gap-x-4 gap-y-9 sm:gap-x-6 sm:gap-y-12 ${layout.columns}`}>
      {products.map((product) => (
        <li key={product.products_id} className="motion-rise">
          <ProductCard product={product} sizes={layout.sizes} badge={badges?.get(product.products_id)} />
        </li>
      ))}
    </ul>
  )
}

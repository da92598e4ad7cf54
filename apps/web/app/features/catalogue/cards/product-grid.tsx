import { type ReactNode, useState } from 'react'
import { NO_SNACKS } from '../../../texts/products.ts'
import { CardPacks } from './card-packs.tsx'
import { type CardPack, type CardProduct } from './card-product.ts'
import { ProductCard, type ProductCardProps } from './product-card.tsx'

const LAYOUTS = {
  four: {
    columns: 'grid-cols-2 lg:grid-cols-4',
    sizes: '(min-width: 92rem) 330px, (min-width: 64rem) 23vw, 46vw',
  },
  /** Beside the filters. */
  besideFilters: {
    columns: 'grid-cols-2 lg:grid-cols-3',
    sizes: '(min-width: 92rem) 330px, (min-width: 64rem) 23vw, 46vw',
  },
  three: {
    columns: 'grid-cols-2 md:grid-cols-3',
    sizes: '(min-width: 92rem) 440px, (min-width: 48rem) 31vw, 46vw',
  },
}

export type ProductGridProps = {
  products: readonly CardProduct[]
  columns: keyof typeof LAYOUTS
  /** By product id. */
  badges?: ReadonlyMap<string, string>
  /** The reason why a product is shown, by product id. */
  notes?: ReadonlyMap<string, string> | undefined
  /** Renders the buttons over the picture of a card. */
  renderAction?: ((product: CardPack) => ReactNode) | undefined
  /** True for the grid below the page's h1: names are h2, and the first picture loads first. */
  isMain?: boolean
}

export function ProductGrid(props: ProductGridProps) {
  const { products, columns, badges, notes, renderAction, isMain = false } = props
  if (products.length === 0) return <p className="text-lg text-ink-soft">{NO_SNACKS}</p>

  const layout = LAYOUTS[columns]
  return (
    <ul className={`late-cards grid gap-x-4 gap-y-9 sm:gap-x-6 sm:gap-y-12 ${layout.columns}`}>
      {products.map((product, index) => (
        <li key={product.products_id}>
          <GridCard
            product={product}
            sizes={layout.sizes}
            badge={badges?.get(product.products_id)}
            note={notes?.get(product.products_id)}
            heading={isMain ? 'h2' : 'h3'}
            renderAction={renderAction}
            priority={isMain && index === 0}
          />
        </li>
      ))}
    </ul>
  )
}

type GridCardProps = Omit<ProductCardProps, 'product' | 'action' | 'chooser'> &
  Pick<ProductGridProps, 'renderAction'> & { product: CardProduct }

/** A card that shows the pack that the shopper has chosen on it. */
function GridCard({ product, renderAction, ...props }: GridCardProps) {
  const { packs = [], ...listed } = product
  const [chosenId, setChosenId] = useState<string>()
  const shown = packs.find(({ products_id }) => products_id === chosenId) ?? listed
  return (
    <ProductCard
      product={shown}
      chooser={
        packs.length === 0 ? null : (
          <CardPacks shown={shown} packs={[listed, ...packs]} onChoose={setChosenId} />
        )
      }
      action={renderAction?.(shown)}
      {...props}
    />
  )
}

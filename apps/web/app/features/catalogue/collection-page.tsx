import { Container } from '@nashta/ui/layout'
import type { ReactNode } from 'react'
import { CatalogueSync } from './catalogue-sync.tsx'
import type { CardProduct } from './product-card.tsx'
import { ProductGrid, type ProductGridProps } from './product-grid.tsx'

const TONES = { peach: 'bg-peach', butter: 'bg-butter', blush: 'bg-blush', mint: 'bg-mint' }

export type CollectionHeaderProps = {
  title: string
  intro: string
  tone: keyof typeof TONES
  children?: ReactNode
}

export function CollectionHeader({ title, intro, tone, children }: CollectionHeaderProps) {
  return (
    <header
      className={`relative mt-2 overflow-hidden rounded-[1.5rem] px-6 py-8 sm:rounded-[2.25rem] sm:px-10 sm:py-10 lg:px-14 lg:py-12 ${TONES[tone]}`}
    >
      <div aria-hidden="true" className="sprinkled absolute inset-0 opacity-35" />
      <div className="relative items-end justify-between gap-x-12 lg:flex">
        <div>
          <h1 className="font-display text-[2.75rem] leading-none font-semibold tracking-tight text-balance sm:text-6xl lg:text-7xl">
            {title}
          </h1>
          <p className="mt-3 text-lg text-pretty sm:text-xl lg:mt-4">{intro}</p>
        </div>
        {children}
      </div>
    </header>
  )
}

export type ProductListOrTextProps = {
  products: readonly CardProduct[] | undefined
  error: Error | null
  loadingText: string
  emptyText: string
  /** Makes the text for an error from its message; the message itself by default. */
  errorText?: (message: string) => string
  children: (products: readonly CardProduct[]) => ReactNode
}

/** The products, or the text for a list that is loading, has failed or is empty. */
export function ProductListOrText(props: ProductListOrTextProps) {
  const { products, error, loadingText, emptyText, errorText = (message) => message, children } = props
  if (products && products.length > 0) return children(products)
  if (products) return <p className="text-lg text-ink-soft">{emptyText}</p>
  if (error) {
    return (
      <p role="alert" className="text-lg">
        {errorText(error.message)}
      </p>
    )
  }
  return <output className="block text-lg text-ink-soft">{loadingText}</output>
}

export type CollectionPageProps = {
  header: CollectionHeaderProps
  list: Omit<ProductListOrTextProps, 'children'>
  grid: Omit<ProductGridProps, 'products' | 'isMain'>
  /** Shown below the products. */
  children?: ReactNode
}

export function CollectionPage({ header, list, grid, children }: CollectionPageProps) {
  return (
    <Container>
      <CollectionHeader {...header} />
      <div className="pt-8 pb-24 sm:pt-10 lg:pb-36">
        <ProductListOrText {...list}>
          {(products) => (
            <>
              <ProductGrid products={products} isMain {...grid} />
              {children}
            </>
          )}
        </ProductListOrText>
        <CatalogueSync />
      </div>
    </Container>
  )
}

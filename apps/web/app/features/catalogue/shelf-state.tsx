import type { ReactNode } from 'react'
import type { CardProduct } from './product-card.tsx'

export type ShelfStateProps = {
  products: readonly CardProduct[] | undefined
  error: Error | null
  loading: string
  empty: string
  /** How an error is told; its own words unless said otherwise. */
  failed?: (message: string) => string
  children: (products: readonly CardProduct[]) => ReactNode
}

/** Products, or why there are none: they are on their way, they could not be had, there are none. */
export function ShelfState({ products, error, loading, empty, failed = asIs, children }: ShelfStateProps) {
  if (products && products.length > 0) return children(products)
  if (products) return <p className="text-lg text-ink-soft">{empty}</p>
  if (error) {
    return (
      <p role="alert" className="text-lg">
        {failed(error.message)}
      </p>
    )
  }
  return <output className="block text-lg text-ink-soft">{loading}</output>
}

function asIs(message: string) {
  return message
}

import { SectionHeading } from '@nashta/ui/layout'
import type { CardProduct } from './product-card.tsx'
import { ProductGrid, type ProductGridProps } from './product-grid.tsx'

export type RelatedProductsProps = Pick<ProductGridProps, 'action'> & { products: readonly CardProduct[] }

export function RelatedProducts({ products, action }: RelatedProductsProps) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby="related-title" className="border-t border-line pt-14 lg:pt-20">
      <div className="mb-8 lg:mb-12">
        <SectionHeading id="related-title">You may also like</SectionHeading>
      </div>
      <ProductGrid products={products} columns="four" {...(action && { action })} />
    </section>
  )
}

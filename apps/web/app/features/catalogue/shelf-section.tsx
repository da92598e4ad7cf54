import { SectionHeading } from '../../ui/section-heading.tsx'
import type { CardProduct } from './product-card.tsx'
import { ProductGrid } from './product-grid.tsx'
import type { Shelf } from './shelves.ts'

export type ShelfSectionProps = { shelf: Shelf<CardProduct>; badges: ReadonlyMap<string, string> }

export function ShelfSection({ shelf, badges }: ShelfSectionProps) {
  const { name, anchor, blurb, products } = shelf
  return (
    <section
      id={anchor}
      aria-labelledby={`${anchor}-title`}
      className="border-t border-line pt-10 lg:grid lg:grid-cols-4 lg:gap-x-6 lg:pt-14"
    >
      <div className="mb-8 lg:sticky lg:top-32 lg:mb-0 lg:self-start lg:pr-6">
        <SectionHeading id={`${anchor}-title`}>{name}</SectionHeading>
        <p className="mt-3 max-w-sm text-lg text-ink-soft text-pretty lg:mt-5">{blurb}</p>
      </div>
      <div className="lg:col-span-3">
        <ProductGrid products={products} columns="three" badges={badges} />
      </div>
    </section>
  )
}

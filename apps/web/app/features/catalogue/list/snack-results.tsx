import { formatCount } from '@nashta/contracts/money'
import { Button } from '@nashta/ui/button'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { LOADING_SNACKS } from '../../../texts/products.ts'
import { ALL_SNACKS_PATH } from '../../../texts/search-address.ts'
import type { CardPack } from '../cards/card-product.ts'
import { ProductGrid } from '../cards/product-grid.tsx'
import { LoadMore } from './load-more.tsx'
import { NothingFound } from './nothing-found.tsx'
import { type SnackFilter, writeFilter } from './snack-filter.ts'
import type { Snacks } from './snacks.ts'

export type SnackResultsProps = {
  filter: SnackFilter
  snacks: Snacks
  renderAction?: (product: CardPack) => ReactNode
}

export function SnackResults({ filter, snacks, renderAction }: SnackResultsProps) {
  const { products, error, isRefreshing, nextCursor } = snacks
  return (
    <section aria-label="Snacks" aria-busy={isRefreshing}>
      <div className="flex items-center justify-between gap-4 border-b border-line pb-2">
        <output className="font-medium text-ink-soft">{statusText(snacks)}</output>
        {/* This GET form has no fields, so the new address has no filter. */}
        <Form action={ALL_SNACKS_PATH} preventScrollReset>
          <button
            type="submit"
            className="min-h-11 rounded-full px-4 font-semibold text-raspberry transition-colors duration-200 hover:bg-raspberry-tint"
          >
            Reset
          </button>
        </Form>
      </div>
      <div
        data-refreshing={isRefreshing || undefined}
        className="pt-8 transition-opacity duration-200 data-refreshing:opacity-60"
      >
        {products?.length === 0 ? (
          <NothingFound
            search={filter.search}
            nearest={snacks.nearest}
            others={snacks.others}
            {...(renderAction && { renderAction })}
          />
        ) : products ? (
          <ProductGrid
            products={products}
            columns="besideFilters"
            isMain
            {...(renderAction && { renderAction })}
          />
        ) : null}
        {error && !products ? (
          <div role="alert" className="space-y-4">
            <p className="text-lg">{error.message}</p>
            <Button look="outline" onClick={snacks.retry}>
              Try again
            </Button>
          </div>
        ) : null}
        {nextCursor ? (
          <LoadMore {...snacks} nextUrl={ALL_SNACKS_PATH + writeFilter({ ...filter, cursor: nextCursor })} />
        ) : null}
      </div>
    </section>
  )
}

function statusText({ products, total, error }: Snacks) {
  if (!products) return error ? '' : LOADING_SNACKS
  return total === 1 ? '1 item' : `${formatCount(total)} items`
}

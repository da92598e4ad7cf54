import { formatCount } from '@nashta/contracts/money'
import { LinkButton } from '@nashta/ui/button'
import { NO_SNACKS } from '../../../texts/products.ts'
import { ALL_SNACKS_PATH, searchPath } from '../../../texts/search-address.ts'
import { ProductGrid, type ProductGridProps } from '../cards/product-grid.tsx'
import type { Snacks } from './snacks.ts'

type NothingFoundProps = Pick<Snacks, 'nearest' | 'others'> &
  Pick<ProductGridProps, 'renderAction'> & { search: string }

/** What stands where a filter finds nothing: what was searched, and ways out of it. */
export function NothingFound({ search, nearest, others, renderAction }: NothingFoundProps) {
  return (
    <div className="space-y-12">
      <div className="space-y-5">
        <div className="space-y-1 text-lg text-ink-soft">
          <p>{NO_SNACKS}</p>
          {search === '' ? null : (
            <p className="wrap-anywhere">
              Nothing {nearest && nearest.unfiltered > 0 ? 'with these filters ' : ''}is found for “{search}”.
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          {nearest?.searches.map((text) => (
            <LinkButton key={text} to={searchPath(text)} look="outline">
              Search for “{text}”
            </LinkButton>
          ))}
          {nearest && nearest.unfiltered > 0 ? (
            <LinkButton to={searchPath(search)} look="outline">
              {nearest.unfiltered === 1
                ? 'Show the one snack'
                : `Show ${formatCount(nearest.unfiltered)} snacks`}{' '}
              for “{search}” without filters
            </LinkButton>
          ) : null}
          <LinkButton to={ALL_SNACKS_PATH} look="outline">
            Show all snacks
          </LinkButton>
        </div>
      </div>
      {others && others.length > 0 ? (
        <section aria-labelledby="others-title">
          <h2 id="others-title" className="mb-6 font-display text-2xl font-semibold">
            What others like
          </h2>
          <ProductGrid products={others} columns="besideFilters" {...(renderAction && { renderAction })} />
        </section>
      ) : null}
    </div>
  )
}

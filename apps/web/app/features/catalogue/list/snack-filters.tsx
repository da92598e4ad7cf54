import type { ProductPage } from '@nashta/contracts/catalogue/product'
import { PRODUCT_SORTS, type ProductSort } from '@nashta/contracts/constants'
import { formatCount } from '@nashta/contracts/money'
import { Button } from '@nashta/ui/button'
import { ChoiceChips } from '@nashta/ui/choice-chips'
import { COMPACT_CONTROL_LOOK, CompactField } from '@nashta/ui/field'
import { Form } from 'react-router'
import { useShelves } from '../../../data/shop/use-shelves.ts'
import { SEARCH_MAX } from '../../../texts/search-address.ts'
import { CollectionHeader } from './collection-page.tsx'
import { FactFilters } from './fact-filters.tsx'
import type { SnackFilter } from './snack-filter.ts'
import { SORT_LABELS } from './sort-labels.ts'
import { type OnFilter, useFilterForm } from './use-filter-form.ts'

/** The sort by country of origin is for shops with goods from more than one country. */
function sortsFor({ sort: chosen }: SnackFilter, counts: ProductPage['counts']): readonly ProductSort[] {
  const hasSeveralOrigins = Object.keys(counts?.origin ?? {}).length > 1
  return PRODUCT_SORTS.filter((sort) => sort !== 'origin' || sort === chosen || hasSeveralOrigins)
}

export type SnackFiltersProps = {
  filter: SnackFilter
  /** How many snacks the list would have with each choice added. */
  counts: ProductPage['counts']
  /** How many snacks the list has. */
  total: number
  onFilter: OnFilter
}

const FILTERS_ID = 'filters'

/**
 * A plain GET form without JavaScript. With JavaScript, results update while the shopper types. The
 * filters are a sheet on small screens, and stand beside the products on wide ones (filters.css).
 */
export function SnackFilters({ filter, counts, total, onFilter }: SnackFiltersProps) {
  const formProps = useFilterForm(filter, onFilter)
  const shelfNames = useShelves().map(({ name }) => name)
  const used = [filter.minPrice, filter.maxPrice, filter.diet, filter.without, filter.origin, filter.inStock]
  const usedCount = used.filter((value) => value !== '').length
  return (
    <search className="contents">
      <Form {...formProps} autoComplete="off" preventScrollReset className="contents">
        <div className="col-span-full">
          <CollectionHeader
            title="All Snacks"
            intro="The whole counter. Take your time, we are open."
            tone="butter"
          >
            <SearchBox value={filter.search} />
          </CollectionHeader>
          <div className="gap-x-10 pt-6 max-lg:space-y-3 lg:flex lg:items-end lg:justify-between">
            <ChoiceChips
              legend="Category"
              name="category"
              choices={categoryChoices(filter, shelfNames, counts?.category)}
              defaultValue={filter.category}
            />
            <div className="grid grid-cols-2 items-end gap-2.5 lg:w-60 lg:shrink-0 lg:grid-cols-1">
              <button
                type="button"
                popoverTarget={FILTERS_ID}
                className={`lg:hidden ${COMPACT_CONTROL_LOOK}`}
              >
                {usedCount === 0 ? 'Filters' : `Filters (${usedCount})`}
              </button>
              <CompactField label="Sort by">
                <select name="sort" defaultValue={filter.sort} className={COMPACT_CONTROL_LOOK}>
                  {sortsFor(filter, counts).map((sort) => (
                    <option key={sort} value={sort}>
                      {SORT_LABELS[sort]}
                    </option>
                  ))}
                </select>
              </CompactField>
            </div>
          </div>
        </div>
        <fieldset id={FILTERS_ID} popover="auto" aria-label="Filters" className="filters min-w-0">
          <div className="grid grid-cols-2 gap-2.5">
            <PriceBound label="Min price" name="minPrice" value={filter.minPrice} />
            <PriceBound label="Max price" name="maxPrice" value={filter.maxPrice} />
          </div>
          <FactFilters filter={filter} counts={counts} />
          <div className="sticky bottom-0 grid bg-paper py-3 lg:hidden">
            <Button type="button" popoverTarget={FILTERS_ID} popoverTargetAction="hide">
              {showLabel(total)}
            </Button>
          </div>
        </fieldset>
      </Form>
    </search>
  )
}

function showLabel(total: number) {
  if (total === 0) return 'Show what else there is'
  return total === 1 ? 'Show 1 snack' : `Show ${formatCount(total)} snacks`
}

function SearchBox({ value }: { value: string }) {
  return (
    <div className="mt-6 flex grow gap-2 lg:mt-0 lg:max-w-xl">
      <input
        type="search"
        name="search"
        aria-label="Search snacks"
        placeholder="Search snacks"
        defaultValue={value}
        maxLength={SEARCH_MAX}
        enterKeyHint="search"
        className="h-14 w-full min-w-0 rounded-full border-[1.5px] border-ink-soft/65 bg-white px-4 sm:px-6 sm:text-lg transition-colors duration-200 placeholder:text-ink-soft hover:border-ink"
      />
      <Button type="submit">Search</Button>
    </div>
  )
}

function PriceBound({ label, name, value }: { label: string; name: string; value: string }) {
  return (
    <CompactField label={label}>
      <input
        type="number"
        name={name}
        defaultValue={value}
        min={0}
        step="any"
        inputMode="decimal"
        placeholder="₹"
        className={COMPACT_CONTROL_LOOK}
      />
    </CompactField>
  )
}

/** An unknown category in the address gets a chip too, so that the shopper can see and deselect it. */
function categoryChoices(
  { category }: SnackFilter,
  shelfNames: readonly string[],
  counts: Record<string, number> | undefined,
) {
  const names = category === '' || shelfNames.includes(category) ? shelfNames : [...shelfNames, category]
  // A map, because `counts['constructor']` is a function of every object.
  const countsByName = new Map(Object.entries(counts ?? {}))
  return [
    { value: '', label: 'All' },
    ...names.map((name) => ({ value: name, label: name, count: counts && (countsByName.get(name) ?? 0) })),
  ]
}

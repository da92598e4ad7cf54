import { countryName } from '@nashta/contracts/catalogue/countries'
import type { ProductPage } from '@nashta/contracts/catalogue/product'
import { DIET_CHOICES, WITHOUT_CHOICES } from '@nashta/contracts/constants'
import { CheckChips } from '@nashta/ui/choice-chips'
import type { SnackFilter } from './snack-filter.ts'

const DIET_LABELS = { veg: 'Veg', egg: 'Egg', vegan: 'Vegan', jain: 'Jain' }
const DIETS = DIET_CHOICES.map((value) => ({ value, label: DIET_LABELS[value] }))
const WITHOUT = WITHOUT_CHOICES.map((value) => ({ value, label: `No ${value}` }))
const IN_STOCK = [{ value: 'true', label: 'In stock' }]

export type FactFiltersProps = { filter: SnackFilter; counts: ProductPage['counts'] }

/** The filters by diet, allergens, origin and stock. */
export function FactFilters({ filter, counts }: FactFiltersProps) {
  const { diet, without, origin, inStock } = filter
  return (
    <div className="mt-5 space-y-5">
      <CheckChips legend="Diet" name="diet" choices={withCounts(DIETS, counts?.diet)} chosen={diet} />
      <CheckChips
        legend="Without"
        name="without"
        choices={withCounts(WITHOUT, counts?.without)}
        chosen={without}
        hint="Leaves out what “may contain” it, too."
      />
      <CheckChips
        legend="Country of origin"
        name="origin"
        choices={withCounts(originChoices(origin, counts?.origin), counts?.origin)}
        chosen={origin}
      />
      <CheckChips
        legend="Availability"
        name="inStock"
        choices={withCounts(IN_STOCK, counts && { true: counts.inStock })}
        chosen={inStock}
      />
    </div>
  )
}

type Choice = { value: string; label: string }

function withCounts(choices: readonly Choice[], counts: Record<string, number> | undefined) {
  return choices.map(({ value, label }) => ({ value, label, count: counts && (counts[value] ?? 0) }))
}

/**
 * The countries of the listed snacks, and the chosen countries. A chosen country without snacks is
 * offered too, so that the shopper can deselect it.
 */
function originChoices(chosen: string, counts: Record<string, number> = {}): Choice[] {
  const codes = new Set([...Object.keys(counts), ...chosen.split(',').filter((code) => code !== '')])
  return [...codes]
    .map((value) => ({ value, label: countryName(value) }))
    .toSorted((a, b) => (a.label < b.label ? -1 : 1))
}

import { countryName } from '@nashta/contracts/catalogue/countries'
import type { Product } from '@nashta/contracts/catalogue/product'
import type { ReactNode } from 'react'

type Nutrition = NonNullable<Product['nutrition']>

type Nutrient = {
  field: string
  label: string
  unit: string
  /** The daily intake of an adult on 2,000 kcal; absent where the law names none. */
  daily?: number
}

/** The rows of the table. */
const NUTRIENTS: readonly Nutrient[] = [
  { field: 'energyKcal', label: 'Energy', unit: 'kcal', daily: 2000 },
  { field: 'proteinG', label: 'Protein', unit: 'g' },
  { field: 'carbohydrateG', label: 'Carbohydrate', unit: 'g' },
  { field: 'totalSugarsG', label: 'of which sugars', unit: 'g' },
  { field: 'addedSugarsG', label: 'of which added sugars', unit: 'g', daily: 50 },
  { field: 'fatG', label: 'Fat', unit: 'g', daily: 67 },
  { field: 'saturatedFatG', label: 'of which saturated', unit: 'g', daily: 22 },
  { field: 'transFatG', label: 'of which trans', unit: 'g', daily: 2 },
  { field: 'cholesterolMg', label: 'Cholesterol', unit: 'mg' },
  { field: 'sodiumMg', label: 'Sodium', unit: 'mg', daily: 2000 },
]

/** Ingredients, allergens, nutrition, maker and origin. Renders nothing for a product without any of them. */
export function ProductFacts({ product }: { product: Partial<Product> }) {
  const { ingredients, allergens, nutrition, netQuantity } = product
  const details = detailsOf(product)
  if (!ingredients && !allergens && !nutrition && details.length === 0) return null
  return (
    <section aria-labelledby="facts-title" className="border-t border-line pt-14 lg:pt-20">
      <h2 id="facts-title" className="font-display text-3xl font-semibold tracking-tight lg:text-4xl">
        What is inside
      </h2>
      <div className="mt-8 grid grid-cols-1 gap-x-16 gap-y-10 md:grid-cols-2">
        <div className="space-y-8">
          {ingredients ? (
            <Fact title="Ingredients">
              <p>{withBoldAllergens(ingredients, allergens?.contains ?? [])}</p>
            </Fact>
          ) : null}
          {allergens ? <Allergens {...allergens} /> : null}
          {details.length > 0 ? (
            <dl className="grid grid-cols-[minmax(min(7rem,30vw),auto)_minmax(0,1fr)] gap-x-6 gap-y-3">
              {details.map(([label, value]) => (
                <div key={label} className="contents">
                  <dt className="text-ink-soft">{label}</dt>
                  <dd className="wrap-anywhere">{value}</dd>
                </div>
              ))}
            </dl>
          ) : null}
        </div>
        {nutrition ? <NutritionTable nutrition={nutrition} isLiquid={netQuantity?.unit === 'ml'} /> : null}
      </div>
    </section>
  )
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-2 text-lg font-semibold">{title}</h3>
      {children}
    </div>
  )
}

function Allergens({ contains, mayContain }: NonNullable<Product['allergens']>) {
  return (
    <Fact title="Allergens">
      {contains.length === 0 && mayContain.length === 0 ? <p>None that must be named.</p> : null}
      {contains.length > 0 ? (
        <p>
          Contains <strong>{contains.join(', ')}</strong>.
        </p>
      ) : null}
      {mayContain.length > 0 ? (
        <p>
          May contain <strong>{mayContain.join(', ')}</strong>.
        </p>
      ) : null}
    </Fact>
  )
}

function NutritionTable({ nutrition, isLiquid }: { nutrition: Nutrition; isLiquid: boolean }) {
  const unit = isLiquid ? 'ml' : 'g'
  const { servingSize } = nutrition
  const rows = NUTRIENTS.flatMap((row) => {
    const amount = nutrition[row.field]
    return amount === undefined ? [] : [{ ...row, amount }]
  })
  return (
    <table className="w-full self-start text-left">
      <caption className="mb-2 text-left text-lg font-semibold">Nutrition</caption>
      <thead className="align-bottom text-sm text-ink-soft">
        <tr className="border-b border-line">
          <th scope="col" className="py-2 font-medium">
            <span className="sr-only">Nutrient</span>
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-medium">
            per 100 {unit}
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-medium">
            % of daily intake{servingSize === undefined ? '' : ` in ${servingSize} ${unit}`}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, label, unit: rowUnit, daily, amount }) => (
          <tr key={field} className="border-b border-line">
            <th
              scope="row"
              className={`py-2 font-normal wrap-anywhere ${label.startsWith('of which') ? 'pl-4' : ''}`}
            >
              {label}
            </th>
            <td className="py-2 pl-3 text-right whitespace-nowrap tabular-nums">
              {amount} {rowUnit}
            </td>
            <td className="py-2 pl-3 text-right whitespace-nowrap tabular-nums">
              {daily === undefined ? '–' : `${dailyPercent(amount, daily, servingSize)}%`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/**
 * The share of the daily intake in one serving, in percent. A product without a serving size has
 * servings of 100 g or 100 ml. Example: 20 g of fat per 100 g and a serving of 30 g make 6 g of
 * fat, which is 9% of the daily 67 g.
 */
function dailyPercent(amountPer100: number, daily: number, servingSize = 100) {
  // The divisor 100 of `amountPer100` and the factor 100 of the percentage cancel out.
  return Math.round((amountPer100 * servingSize) / daily)
}

function detailsOf({
  maker,
  importer,
  origin,
  shelfLifeDays,
  storage,
}: Partial<Product>): [string, string][] {
  const details: [string, string | undefined][] = [
    ['Storage', storage],
    ['Best within', shelfLifeDays === undefined ? undefined : daysText(shelfLifeDays)],
    ['Country of origin', origin && countryName(origin)],
    ['Made by', maker && `${maker.name}, ${maker.address}`],
    ['FSSAI licence', maker?.fssai],
    ['Imported by', importer],
  ]
  return details.flatMap(([label, value]) => (value ? [[label, value] satisfies [string, string]] : []))
}

function daysText(days: number) {
  return days === 1 ? '1 day of packing' : `${days} days of packing`
}

/**
 * Regular expressions for the words that name an allergen in a list of ingredients. Any other
 * allergen is searched for by its own name.
 */
const ALLERGEN_WORDS: Record<string, string> = {
  gluten: 'gluten|wheat|semolina|barley|rye|oat',
  crustaceans: 'crustacean|prawn|shrimp|crab|lobster',
  milk: 'milk|(?<!cocoa )butter|cream|cheese|ghee',
  peanut: 'peanut|groundnut',
  'tree nuts': 'almond|cashew|pistachio|walnut|hazelnut',
  soy: 'soy|soya|soybean',
  sulphites: 'sulphite',
}

/** The ingredients with the words for the contained allergens in bold. */
function withBoldAllergens(ingredients: string, contains: readonly string[]): ReactNode {
  if (contains.length === 0) return ingredients
  // Characters of a name that have a meaning in a regular expression are replaced.
  const words = contains.map((allergen) => ALLERGEN_WORDS[allergen] ?? allergen.replaceAll(/\W+/g, ' '))
  const pattern = new RegExp(String.raw`\b(?:${words.join('|')})s?\b`, 'gi')
  const shown: ReactNode[] = []
  let end = 0
  for (const match of ingredients.matchAll(pattern)) {
    const [word] = match
    shown.push(ingredients.slice(end, match.index), <strong key={match.index}>{word}</strong>)
    end = match.index + word.length
  }
  return [...shown, ingredients.slice(end)]
}

import { DIET_CHOICES, WITHOUT_CHOICES } from '../constants.ts'

// The filters by product facts. A trait is a yes-or-no fact about a product, such as "vegan". Each
// trait is one bit of a number, so that 100,000 products are tested in a few milliseconds.

type DietChoice = (typeof DIET_CHOICES)[number]

/** The allergens that a product must not have, for each choice of the filter `without`. */
const ALLERGENS_OF = {
  nuts: ['peanut', 'tree nuts'],
  milk: ['milk'],
  gluten: ['gluten'],
  egg: ['egg'],
  soy: ['soy'],
  sesame: ['sesame'],
  mustard: ['mustard'],
  sulphites: ['sulphites'],
} as const
type WithoutChoice = (typeof WITHOUT_CHOICES)[number]

export type FactFilter = {
  diet: readonly DietChoice[]
  without: readonly WithoutChoice[]
  /** Country codes. */
  origin: readonly string[]
  inStock: boolean
  /** The `family` of the wanted products, such as 'laddoo'; '' for all products. */
  family: string
}

type TraitProduct = {
  diet?: string | undefined
  vegan?: boolean | undefined
  jain?: boolean | undefined
  allergens?: { contains: readonly string[]; mayContain: readonly string[] } | undefined
  stock?: number | undefined
}

const IN_STOCK = 1
const DIET_BITS: Record<DietChoice, number> = { veg: 2, egg: 4, vegan: 8, jain: 16 }
const FIRST_WITHOUT_BIT = 32

/**
 * The traits `veg` and `egg` are marks. The label of a product shows only one mark, so a filter by
 * veg and egg finds products with either mark. A filter by other traits, such as vegan and jain,
 * finds products with all of them.
 */
const MARKS = DIET_BITS.veg | DIET_BITS.egg

function withoutBit(choice: WithoutChoice): number {
  return FIRST_WITHOUT_BIT << WITHOUT_CHOICES.indexOf(choice)
}

/**
 * The traits of a product, one bit each. The allergens of a product without `allergens` are not
 * known, so the product has no trait of the filter `without`.
 */
export function traitsOf({ diet, vegan, jain, allergens, stock }: TraitProduct): number {
  let traits = stock === 0 ? 0 : IN_STOCK
  if (diet === 'veg') traits |= DIET_BITS.veg
  if (diet === 'egg') traits |= DIET_BITS.egg
  if (vegan) traits |= DIET_BITS.vegan
  if (jain) traits |= DIET_BITS.jain
  if (!allergens) return traits

  const present = new Set([...allergens.contains, ...allergens.mayContain])
  for (const choice of WITHOUT_CHOICES) {
    if (!ALLERGENS_OF[choice].some((allergen) => present.has(allergen))) traits |= withoutBit(choice)
  }
  return traits
}

export type TraitTest = {
  /** The product must have one of these marks; 0 for any mark. */
  marks: number
  /** The product must have all of these traits. */
  required: number
}

export function traitTest({
  diet,
  without,
  inStock,
}: Pick<FactFilter, 'diet' | 'without' | 'inStock'>): TraitTest {
  let bits = inStock ? IN_STOCK : 0
  for (const choice of diet) bits |= DIET_BITS[choice]
  for (const choice of without) bits |= withoutBit(choice)
  return { marks: bits & MARKS, required: bits & ~MARKS }
}

export function hasTraits(traits: number, test: TraitTest): boolean {
  return hasMark(traits, test) && hasRequired(traits, test)
}

function hasMark(traits: number, { marks }: TraitTest): boolean {
  return marks === 0 || (traits & marks) !== 0
}

function hasRequired(traits: number, { required }: TraitTest): boolean {
  return (traits & required) === required
}

export function isEmptyFilter({ diet, without, origin, inStock, family }: FactFilter): boolean {
  const hasChoices = [diet, without, origin].some((choices) => choices.length > 0)
  return !hasChoices && family === '' && !inStock
}

/**
 * For each choice, the number of products that have the choice and pass the filter. Categories are
 * alternatives, and so are origins, and so are the marks veg and egg. The count of an alternative
 * ignores the chosen ones of its kind: with IN chosen, `origin.LK` counts the products from LK.
 */
export type ChoiceCounts = {
  category: Record<string, number>
  diet: Record<string, number>
  without: Record<string, number>
  origin: Record<string, number>
  inStock: number
}

export type ChoiceCounter = {
  add: (product: CountedProduct, count?: number) => void
  addFamily: (packs: readonly CountedProduct[], count?: number) => void
  counts: () => ChoiceCounts
  byTrait: ReadonlyMap<number, number>
  byOrigin: ReadonlyMap<string, number>
  byCategory: ReadonlyMap<string, number>
}

export type CountedProduct = { traits: number; origin: string; categories: readonly string[] }

/**
 * Counts products. `category` is the chosen category, '' for all. The caller adds only
 * products of the chosen family.
 */
export function createChoiceCounter(filter: Omit<FactFilter, 'family'>, category: string): ChoiceCounter {
  const test = traitTest(filter)
  const origins = new Set(filter.origin)
  const byTrait = new Map<number, number>()
  const byOrigin = new Map<string, number>()
  const byCategory = new Map<string, number>()
  const bits = [
    IN_STOCK,
    ...DIET_CHOICES.map((choice) => DIET_BITS[choice]),
    ...WITHOUT_CHOICES.map(withoutBit),
  ]
  const markBits = bits.filter((bit) => (bit & MARKS) !== 0)
  const otherBits = bits.filter((bit) => (bit & MARKS) === 0)

  /** Counts so many products that have the same traits, origin and categories. */
  function add(product: CountedProduct, count = 1) {
    const { traits, origin } = product
    if (!hasRequired(traits, test)) return
    const isOfCategory = category === '' || product.categories.includes(category)
    const isOfOrigin = origins.size === 0 || origins.has(origin)
    const hasChosenMark = hasMark(traits, test)
    if (isOfOrigin && hasChosenMark) for (const each of product.categories) increase(byCategory, each, count)
    if (isOfCategory && hasChosenMark && origin !== '') increase(byOrigin, origin, count)
    if (isOfCategory && isOfOrigin) countTraits(traits, markBits, count)
    if (isOfCategory && isOfOrigin && hasChosenMark) countTraits(traits, otherBits, count)
  }

  /**
   * Counts the packs of one snack as one: it has every choice that one of its packs has. `count` is how
   * many snacks have such packs.
   */
  function addFamily(packs: readonly CountedProduct[], count = 1) {
    const family = createChoiceCounter(filter, category)
    for (const pack of packs) family.add(pack)
    for (const bit of family.byTrait.keys()) increase(byTrait, bit, count)
    for (const origin of family.byOrigin.keys()) increase(byOrigin, origin, count)
    for (const name of family.byCategory.keys()) increase(byCategory, name, count)
  }

  function countTraits(traits: number, countedBits: readonly number[], count: number) {
    for (const bit of countedBits) {
      if ((traits & bit) !== 0) increase(byTrait, bit, count)
    }
  }

  function counts(): ChoiceCounts {
    return {
      category: Object.fromEntries(byCategory),
      diet: countsOf(DIET_CHOICES, (choice) => DIET_BITS[choice]),
      without: countsOf(WITHOUT_CHOICES, withoutBit),
      origin: Object.fromEntries(byOrigin),
      inStock: byTrait.get(IN_STOCK) ?? 0,
    }
  }

  function countsOf<Choice extends string>(choices: readonly Choice[], bitOf: (choice: Choice) => number) {
    return Object.fromEntries(choices.map((choice) => [choice, byTrait.get(bitOf(choice)) ?? 0]))
  }

  return { add, addFamily, counts, byTrait, byOrigin, byCategory }
}

function increase<Key>(counts: Map<Key, number>, key: Key, by: number) {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

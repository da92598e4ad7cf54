import { DIET_CHOICES, WITHOUT_CHOICES } from '../constants.ts'

// The filters by product facts. A trait is a yes-or-no property of a product. Each trait is one bit
// of a number, so that a filter tests and counts 100,000 products in a few milliseconds.

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
  /** The packs of one snack; '' for all products. */
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
 * The traits `veg` and `egg`. A label shows one mark: veg, egg or non-veg. So a product needs only
 * one of the chosen marks, but all other chosen traits.
 */
const MARKS = DIET_BITS.veg | DIET_BITS.egg

function withoutBit(choice: WithoutChoice): number {
  return FIRST_WITHOUT_BIT << WITHOUT_CHOICES.indexOf(choice)
}

/**
 * The traits of a product, one bit each. A product without a list of allergens does not count as
 * free of any allergen.
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
  /** The traits that the product must have. */
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

export function hasTraits(traits: number, { marks, required }: TraitTest): boolean {
  return (marks === 0 || (traits & marks) !== 0) && (traits & required) === required
}

export function isEmptyFilter({ diet, without, origin, inStock, family }: FactFilter): boolean {
  const hasChoices = [diet, without, origin].some((choices) => choices.length > 0)
  return !hasChoices && family === '' && !inStock
}

/**
 * For each choice, the number of products that have it and pass the filter. The counts by category
 * ignore the chosen category, those by origin the chosen origins, those by mark the chosen marks.
 */
export type ChoiceCounts = {
  category: Record<string, number>
  diet: Record<string, number>
  without: Record<string, number>
  origin: Record<string, number>
  inStock: number
}

type CountedProduct = { traits: number; origin: string; category: string }

/** Counts products one by one. `category` is the chosen category, '' for all. */
export function createChoiceCounter(filter: FactFilter, category: string) {
  const test = traitTest(filter)
  const testWithoutMarks = { ...test, marks: 0 }
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

  function add(product: CountedProduct) {
    const { traits, origin } = product
    const isOfOrigin = origins.size === 0 || origins.has(origin)
    const isOfCategory = category === '' || product.category === category
    const hasChosenTraits = hasTraits(traits, test)
    // The counts by category ignore the chosen category: a shopper can switch to another one. The
    // counts by origin ignore the chosen origins: a shopper can add one.
    if (isOfOrigin && hasChosenTraits) increment(byCategory, product.category)
    if (isOfCategory && hasChosenTraits && origin !== '') increment(byOrigin, origin)
    if (!isOfOrigin || !isOfCategory) return
    // The counts by mark ignore the chosen marks: a shopper can add one.
    if (hasTraits(traits, testWithoutMarks)) countTraits(traits, markBits)
    if (hasChosenTraits) countTraits(traits, otherBits)
  }

  function countTraits(traits: number, countedBits: readonly number[]) {
    for (const bit of countedBits) {
      if ((traits & bit) !== 0) increment(byTrait, bit)
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

  return { add, counts }
}

function increment<Key>(counts: Map<Key, number>, key: Key) {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

import { createRandom } from './numerics/random.ts'
import type { Interaction } from './training-data.ts'

const DAY_MS = 86_400_000
const YEAR_DAYS = 365
/** Each category has its season. */
const CATEGORIES = 12
/** After this many rejected choices a shopper buys nothing. */
const ATTEMPTS_MAX = 20
/** After this many empty baskets in a row the log ends: shoppers have bought everything. */
const EMPTY_BASKETS_MAX = 1000

export type LogShape = {
  /** The number of purchases. */
  rows: number
  seed: number
  users?: number
  items?: number
  /** The number of tastes; a shopper has up to four of them. */
  tastes?: number
  /**
   * The share of purchases that are chosen from the shopper's earlier ones. With 0, no shopper buys
   * a product twice.
   */
  repeatShare?: number
  /** The mean number of products in a basket. */
  basketSize?: number
  /** The exponent by which popularity falls from the first product to the last. */
  longTail?: number
  /** The time of the first purchase, in milliseconds since 1970. */
  start?: number
  /** How many days the log covers. */
  days?: number
}

type Shopper = {
  tastes: number[]
  favourites: number[]
  /** All purchases, oldest first; repeated products occur repeatedly. */
  purchases: number[]
  boughtItems: Set<number>
  basketCount: number
}

/**
 * The purchases of a generated shop, oldest first. Shoppers have tastes and favourites and buy products
 * again, categories have seasons, and some shoppers and products come later. The same seed gives the
 * same log.
 */
export function* makeLog(shape: LogShape): Generator<Interaction> {
  const {
    rows,
    seed,
    users = Math.max(20, Math.round(rows / 40)),
    items = 1000,
    tastes = 24,
    repeatShare = 0.35,
    basketSize = 4,
    longTail = 0.9,
    start = Date.UTC(2025, 0, 1),
    days = YEAR_DAYS,
  } = shape
  const random = createRandom(seed)
  const assortment = createAssortment({ items, tastes, longTail, random })
  const shoppers = Array.from({ length: users }, () => createShopper(assortment, tastes, random))
  // Log-normal: a few shoppers make most of the purchases.
  const activity = cumulativeSums(Float64Array.from({ length: users }, () => Math.exp(nearlyNormal(random))))

  let row = 0
  let emptyBaskets = 0
  while (row < rows && emptyBaskets < EMPTY_BASKETS_MAX) {
    const progress = row / rows
    const at = start + progress * days * DAY_MS
    // Half of the shoppers are there from the beginning; the others come evenly until the end.
    const presentShoppers = Math.max(1, Math.ceil(users * (0.5 + 0.5 * progress)))
    const index = firstAbove(activity, random() * activity[presentShoppers - 1]!)
    const shopper = shoppers[index]!
    const basket = fillBasket(shopper, {
      assortment,
      repeatShare,
      basketSize,
      progress,
      day: progress * days,
      random,
    })
    shopper.basketCount += 1
    for (const item of basket) {
      if (row === rows) return
      yield {
        userId: `u${index}`,
        productId: `i${item}`,
        kind: 'purchase',
        quantity: 1,
        at: Math.round(at),
        eventId: `u${index}-${shopper.basketCount}`,
      }
      row += 1
    }
    emptyBaskets = basket.length === 0 ? emptyBaskets + 1 : 0
  }
}

type ShopState = {
  assortment: Assortment
  repeatShare: number
  basketSize: number
  /** The part of the log that has passed, from 0 to 1. */
  progress: number
  day: number
  random: () => number
}

/** Chooses the products of one basket and adds them to the shopper's purchases. */
function fillBasket(shopper: Shopper, state: ShopState): number[] {
  const { repeatShare, basketSize, random } = state
  // Sizes are distributed exponentially: most baskets are small.
  const size = 1 + Math.floor(-Math.log(1 - random()) * (basketSize - 1) + 0.5)
  const basket = new Set<number>()
  for (let choice = 0; choice < size; choice++) {
    const isRepeat = shopper.purchases.length > 0 && random() < repeatShare
    const item = isRepeat ? chooseAgain(shopper, state) : chooseFromAll(shopper, state)
    if (item !== null) basket.add(item)
  }
  for (const item of basket) {
    shopper.purchases.push(item)
    shopper.boughtItems.add(item)
  }
  return [...basket]
}

/** Prefers products that the shopper bought recently and often, and products that shoppers tend to buy again. */
function chooseAgain({ purchases }: Shopper, { assortment, random }: ShopState): number | null {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const purchasesAgo = Math.floor(purchases.length * random() ** 2)
    const item = purchases[purchases.length - 1 - purchasesAgo]!
    if (random() < assortment.repeatProbability(item)) return item
  }
  return null
}

function chooseFromAll(
  shopper: Shopper,
  { assortment, repeatShare, progress, day, random }: ShopState,
): number | null {
  const pick = (from: readonly number[]) => from[Math.floor(random() * from.length)]!
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    // A few choices are favourites. The others follow the shopper's tastes.
    const item =
      random() < 0.15 ? pick(shopper.favourites) : assortment.pickByTaste(pick(shopper.tastes), random)
    if (repeatShare === 0 && shopper.boughtItems.has(item)) continue
    if (assortment.isLaunched(item, progress) && random() < assortment.seasonProbability(item, day))
      return item
  }
  return null
}

type Assortment = ReturnType<typeof createAssortment>

function createAssortment({
  items,
  tastes,
  longTail,
  random,
}: {
  items: number
  tastes: number
  longTail: number
  random: () => number
}) {
  // A power law: the first products are the most popular. The 8 makes its start less steep.
  const appeal = Float64Array.from({ length: items }, (_, item) => (item + 8) ** -longTail)
  // Most products are sold from the beginning, and the others are launched later.
  const launches = Float64Array.from({ length: items }, () => (random() < 0.85 ? 0 : random() * 0.95))
  // Shoppers tend to buy some products again, and others rarely.
  const repeatProbabilities = Float64Array.from({ length: items }, () => (random() < 0.4 ? 1 : 0.2))
  /** For each taste, the cumulative weights of the products. */
  const tasteWeights = Array.from({ length: tastes }, () =>
    cumulativeSums(appeal.map((value) => value * randomLiking(random))),
  )

  return {
    isLaunched: (item: number, progress: number) => launches[item]! <= progress,
    repeatProbability: (item: number) => repeatProbabilities[item]!,
    /** The probability that a product is wanted on a day of the year. */
    seasonProbability: (item: number, day: number) => {
      const phase = (2 * Math.PI * (item % CATEGORIES)) / CATEGORIES
      return 0.7 + 0.3 * Math.cos((2 * Math.PI * day) / YEAR_DAYS - phase)
    },
    pickByTaste(taste: number, random: () => number): number {
      const weights = tasteWeights[taste]!
      return firstAbove(weights, random() * weights[weights.length - 1]!)
    },
  }
}

/** How much shoppers with this taste like a product: they like about one in eight. */
function randomLiking(random: () => number) {
  return random() < 0.12 ? 1 + 4 * random() : 0.05
}

function createShopper(assortment: Assortment, tastes: number, random: () => number): Shopper {
  const tasteCount = 1 + Math.floor(random() * 4)
  const ownTastes = Array.from({ length: tasteCount }, () => Math.floor(random() * tastes))
  const favourites = Array.from({ length: 3 }, () => assortment.pickByTaste(ownTastes[0]!, random))
  return { tastes: ownTastes, favourites, purchases: [], boughtItems: new Set(), basketCount: 0 }
}

/** Approximately normal with mean 0 and variance 1: the sum of twelve uniform numbers, minus 6. */
function nearlyNormal(random: () => number): number {
  let sum = -6
  for (let count = 0; count < 12; count++) sum += random()
  return sum
}

function cumulativeSums(values: Float64Array): Float64Array {
  let sum = 0
  return values.map((value) => (sum += value))
}

/** The index of the first number above a value, by binary search; the last index if there is none. */
function firstAbove(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length - 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! > value) high = middle
    else low = middle + 1
  }
  return low
}

import { createRandom } from '../model/random.ts'
import type { Interaction } from '../model/training-data.ts'

const DAY_MS = 86_400_000
const YEAR_DAYS = 365
/** Products are told apart by kind; each kind has its season. */
const CATEGORIES = 12
const TRIES = 20
const MOST_EMPTY_BASKETS = 1000

export type LogShape = {
  rows: number
  seed: number
  users?: number
  items?: number
  /** How many kinds of taste there are; a shopper has a few of them. */
  tastes?: number
  /** The share of purchases that somebody makes again; none for films. */
  rebuys?: number
  /** On average. */
  basketSize?: number
  /** How fast popularity falls from the first product to the last. */
  longTail?: number
  start?: number
  days?: number
}

type Shopper = {
  tastes: number[]
  favourites: number[]
  bought: number[]
  known: Set<number>
  baskets: number
}

/**
 * The log of a made-up shop, in the order of time: shoppers with tastes and a few favourites who buy again
 * what they bought, kinds of products with seasons, shoppers and products that come late. The same for the
 * same seed.
 */
export function* makeLog(shape: LogShape): Generator<Interaction> {
  const {
    rows,
    seed,
    users = Math.max(20, Math.round(rows / 40)),
    items = 1000,
    tastes = 24,
    rebuys = 0.35,
    basketSize = 4,
    longTail = 0.9,
    start = Date.UTC(2025, 0, 1),
    days = YEAR_DAYS,
  } = shape
  const random = createRandom(seed)
  const shelves = createShelves({ items, tastes, longTail, random })
  const shoppers = Array.from({ length: users }, () => createShopper(shelves, tastes, random))
  // A few buy most.
  const activity = cumulated(Float64Array.from({ length: users }, () => Math.exp(bell(random))))

  let row = 0
  let emptyBaskets = 0
  // Those who have it all buy nothing; the log must still end.
  while (row < rows && emptyBaskets < MOST_EMPTY_BASKETS) {
    const progress = row / rows
    const at = start + progress * days * DAY_MS
    // Most are there from the beginning; the others come evenly through the year.
    const joined = Math.max(1, Math.ceil(users * (0.5 + 0.5 * progress)))
    const index = firstAbove(activity, random() * (activity[joined - 1] as number))
    const shopper = shoppers[index] as Shopper
    const basket = takeBasket(shopper, {
      shelves,
      rebuys,
      basketSize,
      progress,
      day: progress * days,
      random,
    })
    shopper.baskets += 1
    for (const item of basket) {
      if (row === rows) return
      yield {
        userId: `u${index}`,
        productId: `i${item}`,
        kind: 'purchase',
        quantity: 1,
        at: Math.round(at),
        basketId: `u${index}-${shopper.baskets}`,
      }
      row += 1
    }
    emptyBaskets = basket.length === 0 ? emptyBaskets + 1 : 0
  }
}

type Moment = {
  shelves: Shelves
  rebuys: number
  basketSize: number
  progress: number
  day: number
  random: () => number
}

function takeBasket(shopper: Shopper, moment: Moment): number[] {
  const { rebuys, basketSize, random } = moment
  const size = 1 + Math.floor(-Math.log(1 - random()) * (basketSize - 1) + 0.5)
  const basket = new Set<number>()
  for (let slot = 0; slot < size; slot++) {
    const isAgain = shopper.bought.length > 0 && random() < rebuys
    const item = isAgain ? buyAgain(shopper, moment) : buyNew(shopper, moment)
    if (item !== null) basket.add(item)
  }
  for (const item of basket) {
    shopper.bought.push(item)
    shopper.known.add(item)
  }
  return [...basket]
}

/** What was bought lately and often comes first, and what nobody wants twice seldom. */
function buyAgain({ bought }: Shopper, { shelves, random }: Moment): number | null {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const back = Math.floor(bought.length * random() ** 2)
    const item = bought[bought.length - 1 - back] as number
    if (random() < shelves.habit(item)) return item
  }
  return null
}

function buyNew(shopper: Shopper, { shelves, rebuys, progress, day, random }: Moment): number | null {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const item =
      random() < 0.15
        ? (shopper.favourites[Math.floor(random() * shopper.favourites.length)] as number)
        : shelves.take(shopper.tastes[Math.floor(random() * shopper.tastes.length)] as number, random)
    if (rebuys === 0 && shopper.known.has(item)) continue
    if (shelves.isThere(item, progress) && random() < shelves.season(item, day)) return item
  }
  return null
}

type Shelves = ReturnType<typeof createShelves>

function createShelves({
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
  const appeal = Float64Array.from({ length: items }, (_, item) => (item + 8) ** -longTail)
  const launches = Float64Array.from({ length: items }, () => (random() < 0.85 ? 0 : random() * 0.95))
  const habits = Float64Array.from({ length: items }, () => (random() < 0.4 ? 1 : 0.2))
  const tables = Array.from({ length: tastes }, () =>
    cumulated(appeal.map((value) => value * liking(random))),
  )

  return {
    items,
    isThere: (item: number, progress: number) => (launches[item] as number) <= progress,
    habit: (item: number) => habits[item] as number,
    season: (item: number, day: number) => {
      const phase = (2 * Math.PI * (item % CATEGORIES)) / CATEGORIES
      return 0.7 + 0.3 * Math.cos((2 * Math.PI * day) / YEAR_DAYS - phase)
    },
    /** A product in the way of one taste. */
    take(taste: number, random: () => number): number {
      const table = tables[taste] as Float64Array
      return firstAbove(table, random() * (table[table.length - 1] as number))
    },
  }
}

/** How much one taste likes one product: most are nothing to it, a few are everything. */
function liking(random: () => number) {
  return random() < 0.12 ? 1 + 4 * random() : 0.05
}

function createShopper(shelves: Shelves, tastes: number, random: () => number): Shopper {
  // Some know what they want, some like a bit of everything.
  const sides = 1 + Math.floor(random() * 4)
  const own = Array.from({ length: sides }, () => Math.floor(random() * tastes))
  const favourites = Array.from({ length: 3 }, () => shelves.take(own[0] as number, random))
  return { tastes: own, favourites, bought: [], known: new Set(), baskets: 0 }
}

/** Around 0, seldom beyond −3 and 3. */
function bell(random: () => number): number {
  let sum = -6
  for (let throws = 0; throws < 12; throws++) sum += random()
  return sum
}

function cumulated(values: Float64Array): Float64Array {
  let sum = 0
  return values.map((value) => (sum += value))
}

function firstAbove(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length - 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) > value) high = middle
    else low = middle + 1
  }
  return low
}

import type { Interaction } from './interaction.ts'

/** What looking and keeping say about wanting, beside buying. */
const KIND_STRENGTH = { purchase: 1, cart: 0.5, view: 0.2 }
/** Nobody's taste has more sides, and the work for one shopper grows with the square of it. */
const MOST_ROWS = 5000

/** What every shopper did, oldest first, as numbers. */
export type Histories = {
  /** Where each shopper's rows begin, and where the last one's end. */
  starts: Uint32Array
  items: Uint32Array
  strengths: Float32Array
  isPurchase: Uint8Array
  /** How many of the shopper's baskets had begun by then, this one included. */
  baskets: Uint32Array
  times: Float64Array
}

type Row = { item: number; strength: number; isPurchase: boolean; basketId: string; at: number }

/**
 * Rows about products that `indexOf` does not know are left out. The order of the interactions does not
 * matter: the same rows give the same histories.
 */
export function createHistories(indexOf: ReadonlyMap<string, number>) {
  const byShopper = new Map<string, Row[]>()

  function add(interaction: Interaction) {
    const row = toRow(interaction, indexOf)
    if (!row) return
    const rows = byShopper.get(interaction.userId)
    if (rows) rows.push(row)
    else byShopper.set(interaction.userId, [row])
  }

  function gathered(): Histories {
    return toHistories([...byShopper.keys()].toSorted(byCodeUnits).map((id) => byShopper.get(id) ?? []))
  }

  return { add, gathered }
}

export function gatherHistories(
  interactions: Iterable<Interaction>,
  indexOf: ReadonlyMap<string, number>,
): Histories {
  const histories = createHistories(indexOf)
  for (const interaction of interactions) histories.add(interaction)
  return histories.gathered()
}

/** All of it as one shopper's, whoever it says it is. */
export function gatherHistory(
  interactions: readonly Interaction[],
  indexOf: ReadonlyMap<string, number>,
): Histories {
  return toHistories([interactions.flatMap((interaction) => toRow(interaction, indexOf) ?? [])])
}

function toRow(interaction: Interaction, indexOf: ReadonlyMap<string, number>): Row | null {
  const item = indexOf.get(interaction.productId)
  if (item === undefined || !(interaction.quantity > 0)) return null
  const { kind, quantity, basketId, at } = interaction
  // Six packs are a stronger sign than one, but not six times as strong.
  const amount = quantity <= 1 ? quantity : 1 + Math.log(quantity)
  return { item, strength: KIND_STRENGTH[kind] * amount, isPurchase: kind === 'purchase', basketId, at }
}

function toHistories(shoppers: Row[][]): Histories {
  const kept = shoppers.map((rows) => oncePerBasket(rows.toSorted(byTime)).slice(-MOST_ROWS))
  const starts = new Uint32Array(kept.length + 1)
  kept.forEach((rows, shopper) => {
    starts[shopper + 1] = starts[shopper]! + rows.length
  })
  const size = starts[kept.length]!
  const histories = {
    starts,
    items: new Uint32Array(size),
    strengths: new Float32Array(size),
    isPurchase: new Uint8Array(size),
    baskets: new Uint32Array(size),
    times: new Float64Array(size),
  }
  kept.forEach((rows, shopper) => fillShopper(histories, starts[shopper]!, rows))
  return histories
}

function fillShopper(histories: Histories, start: number, rows: readonly Row[]) {
  const baskets = new Map<string, number>()
  rows.forEach((row, index) => {
    if (row.isPurchase && !baskets.has(row.basketId)) baskets.set(row.basketId, baskets.size + 1)
    const at = start + index
    histories.items[at] = row.item
    histories.strengths[at] = row.strength
    histories.isPurchase[at] = row.isPurchase ? 1 : 0
    histories.baskets[at] = (row.isPurchase && baskets.get(row.basketId)) || baskets.size
    histories.times[at] = row.at
  })
}

/** A product twice in one basket is one decision to buy it. */
function oncePerBasket(rows: readonly Row[]): Row[] {
  const known = new Set<string>()
  return rows.filter(({ item, isPurchase, basketId }) => {
    const key = `${item} ${isPurchase} ${basketId}`
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}

function byTime(a: Row, b: Row) {
  return a.at - b.at || byCodeUnits(a.basketId, b.basketId) || a.item - b.item || b.strength - a.strength
}

function byCodeUnits(a: string, b: string) {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The same without the rows that are marked; shoppers keep their numbers. */
export function withoutRows(histories: Histories, isHidden: Uint8Array): Histories {
  const starts = new Uint32Array(histories.starts.length)
  let shopper = 0
  let size = 0
  for (let row = 0; row < isHidden.length; row++) {
    while (histories.starts[shopper] === row) starts[shopper++] = size
    if (!isHidden[row]) size += 1
  }
  starts.fill(size, shopper)
  const keep = <T extends Uint32Array | Float32Array | Uint8Array | Float64Array>(all: T) =>
    all.filter((_: number, row: number) => !isHidden[row]) as T
  return {
    starts,
    items: keep(histories.items),
    strengths: keep(histories.strengths),
    isPurchase: keep(histories.isPurchase),
    baskets: keep(histories.baskets),
    times: keep(histories.times),
  }
}

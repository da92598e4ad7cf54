import type { Interaction } from './training-data.ts'

/** How strong a sign of interest each kind of interaction is, relative to a purchase. */
const KIND_STRENGTH = { purchase: 1, cart: 0.5, view: 0.2 }
/**
 * Of a shopper's rows, only the newest are used, at most this many. The work for a shopper grows
 * with the square of the number of rows.
 */
const ROWS_MAX = 5000

/**
 * The interactions of all shoppers as a table, with one array per column. The rows of a shopper
 * follow each other, oldest first.
 */
export type Histories = {
  /** The first row of each shopper, and the number of all rows as the last entry. */
  starts: Uint32Array
  /** The index of the product, which this folder calls `item`. */
  items: Uint32Array
  strengths: Float32Array
  isPurchase: Uint8Array
  /**
   * The basket number of each row: 1 for the oldest basket of the shopper, 2 for the second. A view
   * or a cart line has the number of the last basket before the row; 0 if no basket came before.
   */
  baskets: Uint32Array
  times: Float64Array
}

export function countShoppers({ starts }: Histories): number {
  return starts.length - 1
}

type Row = { item: number; strength: number; isPurchase: boolean; eventId: string; at: number }

/** Products that are not in `indexById` are left out. The interactions may be added in any order. */
export function createHistoriesBuilder(indexById: ReadonlyMap<string, number>) {
  const byShopper = new Map<string, Row[]>()

  function add(interaction: Interaction) {
    const row = toRow(interaction, indexById)
    if (!row) return
    const rows = byShopper.get(interaction.userId)
    if (rows) rows.push(row)
    else byShopper.set(interaction.userId, [row])
  }

  function build(): Histories {
    const sortedByUserId = [...byShopper].toSorted(([a], [b]) => byCodeUnits(a, b))
    return toHistories(sortedByUserId.map(([, rows]) => rows))
  }

  return { add, build }
}

export function buildHistories(
  interactions: Iterable<Interaction>,
  indexById: ReadonlyMap<string, number>,
): Histories {
  const builder = createHistoriesBuilder(indexById)
  for (const interaction of interactions) builder.add(interaction)
  return builder.build()
}

/** Ignores the user ids: all interactions become the history of one shopper, with the index 0. */
export function buildHistoriesOfOneShopper(
  interactions: readonly Interaction[],
  indexById: ReadonlyMap<string, number>,
): Histories {
  return toHistories([interactions.flatMap((interaction) => toRow(interaction, indexById) ?? [])])
}

function toRow(interaction: Interaction, indexById: ReadonlyMap<string, number>): Row | null {
  const item = indexById.get(interaction.productId)
  // A quantity of NaN is refused too.
  if (item === undefined || !(interaction.quantity > 0)) return null
  const { kind, quantity, eventId, at } = interaction
  // Six packs are a stronger sign of interest than one pack, but not six times as strong.
  const amount = quantity <= 1 ? quantity : 1 + Math.log(quantity)
  return { item, strength: KIND_STRENGTH[kind] * amount, isPurchase: kind === 'purchase', eventId, at }
}

function toHistories(shoppers: Row[][]): Histories {
  const shopperRows = shoppers.map((rows) => withoutDuplicates(rows).toSorted(byTime).slice(-ROWS_MAX))
  const starts = new Uint32Array(shopperRows.length + 1)
  shopperRows.forEach((rows, shopper) => {
    starts[shopper + 1] = starts[shopper]! + rows.length
  })
  const size = starts[shopperRows.length]!
  const histories = {
    starts,
    items: new Uint32Array(size),
    strengths: new Float32Array(size),
    isPurchase: new Uint8Array(size),
    baskets: new Uint32Array(size),
    times: new Float64Array(size),
  }
  shopperRows.forEach((rows, shopper) => fillShopper(histories, starts[shopper]!, rows))
  return histories
}

function fillShopper(histories: Histories, start: number, rows: readonly Row[]) {
  /** The number of each basket so far, by event id. */
  const basketNumbers = new Map<string, number>()
  rows.forEach(({ item, strength, isPurchase, eventId, at }, index) => {
    if (isPurchase && !basketNumbers.has(eventId)) basketNumbers.set(eventId, basketNumbers.size + 1)
    const newestBasket = basketNumbers.size
    histories.items[start + index] = item
    histories.strengths[start + index] = strength
    histories.isPurchase[start + index] = isPurchase ? 1 : 0
    histories.baskets[start + index] = isPurchase ? basketNumbers.get(eventId)! : newestBasket
    histories.times[start + index] = at
  })
}

/**
 * Rows with the same event and product are duplicates, and only the strongest of them stays. A
 * purchase is a duplicate only of another purchase, never of a view or a cart line.
 */
function withoutDuplicates(rows: readonly Row[]): Row[] {
  const strongest = new Map<string, Row>()
  for (const row of rows) {
    const key = `${row.item} ${row.isPurchase} ${row.eventId}`
    const known = strongest.get(key)
    if (!known || row.strength > known.strength) strongest.set(key, row)
  }
  return [...strongest.values()]
}

/** Oldest first. Rows of the same time are sorted too, so that the order is reproducible. */
function byTime(a: Row, b: Row) {
  return a.at - b.at || byCodeUnits(a.eventId, b.eventId) || a.item - b.item || b.strength - a.strength
}

export function byCodeUnits(a: string, b: string) {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/**
 * A copy without the hidden rows. A shopper whose rows are all hidden stays as a shopper without
 * rows, so that all shoppers keep their indexes.
 */
export function withoutRows(histories: Histories, isHidden: Uint8Array): Histories {
  /** The number of visible rows before each row. The last entry counts all visible rows. */
  const visibleBefore = new Uint32Array(isHidden.length + 1)
  isHidden.forEach((hidden, row) => {
    visibleBefore[row + 1] = visibleBefore[row]! + (hidden ? 0 : 1)
  })
  const isVisible = (_: number, row: number) => !isHidden[row]
  return {
    starts: histories.starts.map((start) => visibleBefore[start]!),
    items: histories.items.filter(isVisible),
    strengths: histories.strengths.filter(isVisible),
    isPurchase: histories.isPurchase.filter(isVisible),
    baskets: histories.baskets.filter(isVisible),
    times: histories.times.filter(isVisible),
  }
}

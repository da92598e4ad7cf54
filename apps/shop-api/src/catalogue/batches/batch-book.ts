import type { BatchState } from '@nashta/contracts/orders/batch-state'
import { sumOf } from '@nashta/contracts/pricing/sums'
import { ServiceError } from '@nashta/service-kit/service-error'

/** Goods that were received together, as the maker has named them. */
export type Batch = {
  batch: string
  /** A day, such as `2026-01-31`. */
  bestBefore?: string
  receivedAt: string
  /** The units in the shop, also those that orders were promised and that are not packed yet. */
  left: number
  /** Units among these that are not sold: they are out of the product's stock. */
  aside: number
  recalledAt?: string
}

/** Units of a batch that an order was packed from. */
export type BatchPick = { productId: string; batch: string; quantity: number }

export type Take = { orderId: string; batch: string }

/**
 * The batches of one product. Only a product that has received a batch has a book. Orders take units
 * from the stock when they are placed, and from a batch when they are packed, so
 * `stock + units promised to orders = units of all batches that are not aside + units without a batch`,
 * and none of these is negative.
 */
export type BatchBook = {
  productsId: string
  batches: readonly Batch[]
  /** Which orders were packed from which batch, oldest first, without those in the archive. */
  takes: readonly Take[]
  /** How many documents of the archive there are. */
  archives: number
}

/** This many used-up batches stay in the book. */
const USED_UP_MAX = 24
const BATCHES_MAX = 60
/** Sorts after every day. */
const NEVER = '9999-99-99'

/** The units that an order may be packed from. A recalled batch is never packed. */
export function packable({ left, aside, recalledAt }: Batch): number {
  return recalledAt === undefined ? left - aside : 0
}

export function batchState({ aside, recalledAt }: Batch): BatchState {
  if (recalledAt !== undefined) return 'recalled'
  return aside > 0 ? 'tooOld' : 'sold'
}

/** The units of batches in the stock, or promised to orders. */
export function unitsInBatches({ batches }: BatchBook): number {
  return sumOf(batches.map(({ left, aside }) => left - aside))
}

/** First to expire comes first; those that are too old to send come last. */
export function byExpiry(batches: readonly Batch[]): Batch[] {
  const rank = ({ aside, bestBefore = NEVER, receivedAt }: Batch) =>
    `${aside > 0 ? 1 : 0} ${bestBefore} ${receivedAt}`
  return batches.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
}

export function findBatch({ batches }: BatchBook, name: string): Batch | undefined {
  return batches.find(({ batch }) => batch === name)
}

/** Units of a batch have arrived. A batch that is known gets more of them. */
export function receiveBatch(
  book: BatchBook | null,
  {
    productsId,
    batch: name,
    bestBefore,
    units,
    at,
  }: {
    productsId: string
    batch: string
    bestBefore?: string | undefined
    units: number
    at: string
  },
): BatchBook {
  const { batches, takes, archives } = book ?? { batches: [], takes: [], archives: 0 }
  const known = batches.find(({ batch }) => batch === name)
  if (known?.recalledAt !== undefined) throw refused(`Batch ${name} was recalled`)
  if (known && known.left > 0 && bestBefore !== undefined && known.bestBefore !== bestBefore)
    throw refused(
      `Batch ${name} is best before ${known.bestBefore ?? 'no day'}: give these goods another batch`,
    )
  const day = bestBefore ?? known?.bestBefore
  const received: Batch = {
    batch: name,
    ...(day !== undefined && { bestBefore: day }),
    receivedAt: at,
    left: (known?.left ?? 0) + units,
    aside: known?.aside ?? 0,
  }
  const others = batches.filter(({ batch }) => batch !== name)
  const usedUp = others.filter(({ left }) => left === 0)
  const dropped = new Set(usedUp.slice(0, Math.max(0, usedUp.length - USED_UP_MAX)))
  const kept = [...others.filter((each) => !dropped.has(each)), received]
  if (kept.length > BATCHES_MAX) throw refused(`A product has at most ${BATCHES_MAX} batches at once`)
  return { productsId, batches: kept, takes, archives }
}

/** Changes what is left of one batch. */
function withBatch(book: BatchBook, changed: Batch): BatchBook {
  return { ...book, batches: book.batches.map((each) => (each.batch === changed.batch ? changed : each)) }
}

/** Changes the units of a batch. Units that are aside stay so, as long as there are enough. */
export function withUnits(book: BatchBook, name: string, change: number): BatchBook {
  const batch = findBatch(book, name)
  if (!batch) return book
  const left = batch.left + change
  if (left < 0) throw new Error(`Batch ${name} has too few units`)
  return withBatch(book, { ...batch, left, aside: Math.min(batch.aside, left) })
}

/** Units leave the batch, those that are aside first. `fromStock` of them leave the stock as well. */
export function takeFromBatch(book: BatchBook, name: string, units: number) {
  const batch = findBatch(book, name)
  if (!batch) throw noBatch(name)
  if (units > batch.left) throw refused(`Batch ${name} has only ${batch.left}`)
  const fromAside = Math.min(units, batch.aside)
  const changed = { ...batch, left: batch.left - units, aside: batch.aside - fromAside }
  return { book: withBatch(book, changed), fromStock: units - fromAside }
}

/** Puts units of a batch aside, so that they are not sold, or back if `units` is negative. */
export function putAside(book: BatchBook, name: string, units: number): BatchBook {
  const batch = findBatch(book, name)
  return batch ? withBatch(book, { ...batch, aside: batch.aside + units }) : book
}

export function markRecalled(book: BatchBook, name: string, at: string): BatchBook {
  const batch = findBatch(book, name)
  if (!batch) throw noBatch(name)
  return withBatch(book, { ...batch, recalledAt: at })
}

/** Nothing is left of any batch: the product was removed. */
export function emptied(book: BatchBook): BatchBook {
  return { ...book, batches: book.batches.map((batch) => ({ ...batch, left: 0, aside: 0 })) }
}

/** The units without a batch that are in the stock for sure, whatever orders were promised. */
export function unitsWithoutBatch(book: BatchBook | null, stock: number): number {
  return Math.max(0, stock - (book ? unitsInBatches(book) : 0))
}

/** The units to take of each batch, first to expire first. What no batch has comes without one. */
export function suggestPicks({ batches }: BatchBook, units: number): { batch: string; quantity: number }[] {
  let missing = units
  return byExpiry(batches).flatMap((each) => {
    const quantity = Math.min(missing, packable(each))
    missing -= quantity
    return quantity > 0 ? [{ batch: each.batch, quantity }] : []
  })
}

export type PickRequest = {
  orderId: string
  productId: string
  /** The units that go into the parcel. */
  units: number
  /** The batches that the packer has taken them from. Undefined: those that the book names. */
  asked: readonly BatchPick[] | undefined
  /** The product's stock; undefined if it is not counted. */
  stock: number | undefined
}

/** Takes the units of an order from its batches. Throws if the batches do not have them any more. */
export function pickUnits(
  book: BatchBook,
  { orderId, productId, units, asked, stock }: PickRequest,
): { book: BatchBook; picks: BatchPick[] } {
  const wanted = asked
    ? asked.filter((pick) => pick.productId === productId && pick.batch !== '' && pick.quantity > 0)
    : suggestPicks(book, units)
  const named = sumOf(wanted.map(({ quantity }) => quantity))
  if (named > units) throw refused('More units of batches than go into the parcel')
  // The order itself was promised its units, others may have been promised more.
  const withoutBatch = stock === undefined ? units : Math.max(0, stock + units - unitsInBatches(book))
  let changed = book
  const picks: BatchPick[] = []
  for (const { batch: name, quantity } of wanted) {
    const batch = findBatch(changed, name)
    if (!batch) throw noBatch(name)
    if (quantity > packable(batch)) throw usedUp(batch)
    changed = withUnits(changed, name, -quantity)
    picks.push({ productId, batch: name, quantity })
  }
  if (units - named > withoutBatch) throw notWithoutBatch(book)
  const takes = picks.map(({ batch }) => ({ orderId, batch }))
  return { book: { ...changed, takes: [...changed.takes, ...takes] }, picks }
}

/**
 * Units that were lost in the shop before anybody had packed them: of the batches that would be packed first,
 * then those of recalled batches that were promised to orders.
 */
export function loseUnits(book: BatchBook, units: number): BatchBook {
  let missing = units
  let changed = book
  for (const { batch, quantity } of suggestPicks(book, units)) {
    changed = withUnits(changed, batch, -quantity)
    missing -= quantity
  }
  for (const { batch, left, aside } of changed.batches) {
    const quantity = Math.min(missing, left - aside)
    changed = withUnits(changed, batch, -quantity)
    missing -= quantity
  }
  return changed
}

function usedUp(batch: Batch) {
  const text =
    batch.recalledAt === undefined
      ? `Batch ${batch.batch} has only ${packable(batch)} left`
      : `Batch ${batch.batch} was recalled: do not send it`
  return new ServiceError('ORDER_CHANGED', `${text}. Please choose again`)
}

function notWithoutBatch(book: BatchBook) {
  const recalled = book.batches.find(({ left, recalledAt }) => left > 0 && recalledAt !== undefined)
  return refused(
    recalled
      ? `These goods are of the recalled batch ${recalled.batch}: refund them, or cancel the order`
      : 'So many units without a batch are not in the stock: choose a batch',
  )
}

export function noBatch(name: string) {
  return refused(`There is no batch ${name}`)
}

function refused(message: string) {
  return new ServiceError('ILLEGAL_TRANSITION', message)
}

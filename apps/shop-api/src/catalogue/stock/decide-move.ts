import { rupeesToPaise } from '@nashta/contracts/money'
import type { changeStock } from '@nashta/contracts/stock/stock'
import { ServiceError } from '@nashta/service-kit/service-error'
import type * as z from 'zod/mini'
import {
  type BatchBook,
  findBatch,
  noBatch,
  receiveBatch,
  takeFromBatch,
  unitsWithoutBatch,
  withUnits,
} from '../batches/batch-book.ts'
import type { StockCause } from './stock-entry.ts'
import type { DecidedMove } from './stock-move.ts'

type StockChange = z.output<typeof changeStock.body>
type BatchCount = Extract<StockChange, { kind: 'counted' }> & { batch: string }

const NOT_COUNTED = 'The units of this product are not counted. Count them first'

export type MoveOf = {
  productsId: string
  /** Undefined for a product whose units are not counted. */
  stock: number | undefined
  /** Null for a product that has never received a batch. */
  book: BatchBook | null
  at: string
}

/** What a change of the stock by an operator makes of the stock and of its batches. */
export function decideMove(of: MoveOf, change: StockChange): DecidedMove {
  const { productsId, stock, book, at } = of
  const { kind, note, batch } = change
  const cause: StockCause = { kind, ...(note && { note }), ...(batch && { batch }) }
  if (kind === 'counted') {
    if (batch) return countBatch(of, { ...change, batch }, cause)
    if ((change.seen === null) !== (stock === undefined)) throw changedSince()
    // What orders have taken since the operator counted stays taken.
    const counted = (stock ?? 0) + change.counted - (change.seen ?? 0)
    if (counted < 0) throw changedSince()
    assertWithoutBatch(of, (stock ?? 0) - counted)
    return { stock: counted, cause }
  }
  if (stock === undefined) throw refused(NOT_COUNTED)
  if (kind === 'received') {
    const { units, cost, bestBefore } = change
    const received: StockCause = {
      ...cause,
      ...(cost !== undefined && { costPaise: rupeesToPaise(cost) }),
      ...(bestBefore && { bestBefore }),
    }
    const withBatch = batch ? receiveBatch(book, { productsId, batch, bestBefore, units, at }) : undefined
    return { stock: stock + units, cause: received, book: withBatch }
  }
  if (batch) {
    const taken = takeFromBatch(assertBook(book, batch), batch, change.units)
    if (taken.fromStock > stock) throw promised(change.units - taken.fromStock + stock)
    return { stock: stock - taken.fromStock, cause, book: taken.book }
  }
  if (change.units > stock) throw refused(`Only ${stock} are in the stock: count it first`)
  assertWithoutBatch(of, change.units)
  return { stock: stock - change.units, cause }
}

/** An operator has counted what is in the shop of one batch. */
function countBatch(
  { stock, book: stored }: MoveOf,
  { batch, counted, seen }: BatchCount,
  cause: StockCause,
) {
  if (stock === undefined) throw refused(NOT_COUNTED)
  const book = assertBook(stored, batch)
  const left = findBatch(book, batch)?.left
  if (left === undefined) throw noBatch(batch)
  const difference = counted - (seen ?? left)
  if (left + difference < 0) throw changedSince()
  if (difference >= 0) return { stock: stock + difference, cause, book: withUnits(book, batch, difference) }
  const taken = takeFromBatch(book, batch, -difference)
  if (taken.fromStock > stock) throw promised(stock - taken.fromStock - difference)
  return { stock: stock - taken.fromStock, cause, book: taken.book }
}

/** Units can only go without naming a batch if so many are of none. */
function assertWithoutBatch({ stock = 0, book }: MoveOf, units: number) {
  const without = unitsWithoutBatch(book, stock)
  if (units <= 0 || units <= without) return
  if (book?.batches.some(({ left, aside }) => left > aside))
    throw refused(
      without === 0 ? 'Please choose the batch' : `Only ${without} have no batch: please choose the batch`,
    )
}

function assertBook(book: BatchBook | null, batch: string): BatchBook {
  if (!book) throw noBatch(batch)
  return book
}

function promised(possible: number) {
  return refused(
    `Only ${possible} of this batch can go: the others were promised to orders. Refund or cancel these first`,
  )
}

function changedSince() {
  return refused('The stock has changed meanwhile: please count again')
}

function refused(message: string) {
  return new ServiceError('ILLEGAL_TRANSITION', message)
}

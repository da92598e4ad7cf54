import { createTokenBuckets } from '../token-buckets.ts'
import { itemSize, type WireItem, writeUnits } from './item-size.ts'
import { type Ledger, type Place, READ_UNITS_PER_KEY, WRITE_UNITS_PER_KEY } from './ledger.ts'
import type { Access } from './requests.ts'
import { indexRowsOf, type IndexRow, itemIdOf, placeOf, type TableShape } from './table-shapes.ts'

/** The size of a stored item, and its row in each index of its table. */
type ItemState = { bytes: number; rows: readonly (IndexRow | null)[] }

type CapacityOptions = { ledger: Ledger; limitFactor: number; now: () => number }

export type Capacity = ReturnType<typeof createCapacity>

/**
 * Charges requests with capacity units by DynamoDB's published rules, and knows which partition keys
 * are over their limits.
 */
export function createCapacity({ ledger, limitFactor, now }: CapacityOptions) {
  const writes = createTokenBuckets(WRITE_UNITS_PER_KEY * limitFactor, now)
  const reads = createTokenBuckets(READ_UNITS_PER_KEY * limitFactor, now)
  /** The last known state of each item, by its id. */
  const lastStates = new Map<string, ItemState>()

  function isOverLimit(shape: TableShape, access: Access) {
    const { key } = placeOf(shape, access.key)
    if (access.kind === 'get') return reads.isEmpty(key)
    const rows = access.item
      ? indexRowsOf(shape, access.item)
      : lastStates.get(itemIdOf(shape, access.key))?.rows
    // DynamoDB throttles writes to a table when one of its indexes is over its limit.
    return writes.isEmpty(key) || (rows ?? []).some((row) => row && writes.isEmpty(row.place.key))
  }

  const isReadOverLimit = ({ key }: Place) => reads.isEmpty(key)

  function chargeWrite(operation: string, place: Place, units: number) {
    writes.take(place.key, units)
    ledger.count(operation, place, { write: units, read: 0 })
  }

  function chargeRead(operation: string, place: Place, units: number) {
    reads.take(place.key, units)
    ledger.count(operation, place, { write: 0, read: units })
  }

  /** A stored write costs the units of the larger item: before the write, or after it. */
  function chargeStored(
    operation: string,
    shape: TableShape,
    access: Access,
    after: WireItem | null,
    factor = 1,
  ) {
    const id = itemIdOf(shape, access.key)
    const before = lastStates.get(id)
    const bytes = Math.max(before?.bytes ?? 0, after ? itemSize(after) : 0)
    chargeWrite(operation, placeOf(shape, access.key), writeUnits(bytes) * factor)
    // A condition check costs a write, but changes nothing.
    if (access.kind === 'check') return
    const rows = indexRowsOf(shape, after)
    rows.forEach((row, index) => chargeIndexRow(operation, before?.rows[index] ?? null, row))
    if (after) lastStates.set(id, { bytes: itemSize(after), rows })
    else lastStates.delete(id)
  }

  /** A row whose key changes is deleted and put again, which are two writes. */
  function chargeIndexRow(operation: string, before: IndexRow | null, after: IndexRow | null) {
    if (before?.values === after?.values) return
    // True also for a row that is only deleted.
    const hasMoved = before?.place.key !== after?.place.key || before?.sortKey !== after?.sortKey
    if (before && hasMoved) chargeWrite(operation, before.place, writeUnits(before.bytes))
    if (after) chargeWrite(operation, after.place, writeUnits(after.bytes))
  }

  /** A refused write costs the units of its item in the table, but none in the indexes. */
  function chargeRefused(operation: string, shape: TableShape, access: Access, factor = 1) {
    const bytes = access.item
      ? itemSize(access.item)
      : (lastStates.get(itemIdOf(shape, access.key))?.bytes ?? 0)
    chargeWrite(operation, placeOf(shape, access.key), writeUnits(bytes) * factor)
  }

  return { isOverLimit, isReadOverLimit, chargeRead, chargeStored, chargeRefused }
}

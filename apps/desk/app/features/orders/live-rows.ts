import type { OrderRow } from '@nashta/contracts/orders/desk/desk-order'

/** Orders that match the filter, newest first. `nextCursor` is null when no further page exists. */
export type OrderPage = { orders: readonly OrderRow[]; nextCursor: string | null }

export type LiveRows = {
  rows: OrderRow[]
  /** Orders that no longer match the filter, for example because another operator packed them. */
  goneIds: ReadonlySet<string>
  /** The number of orders that came to match the filter after the rows were read. */
  newCount: number
}

/**
 * Updates the rows on the screen with the data of `latest`, the first page as it is now. No row
 * moves, appears or disappears until the operator reloads the list.
 */
export function liveRows(pages: readonly OrderPage[], latest: OrderPage | undefined): LiveRows {
  const rows = pages.flatMap(({ orders }) => orders)
  if (!latest) return { rows, goneIds: new Set(), newCount: 0 }

  const shown = { orders: rows, nextCursor: pages.at(-1)?.nextCursor ?? null }
  const shownIds = new Set(rows.map(({ purchaseId }) => purchaseId))
  const latestById = new Map(latest.orders.map((row) => [row.purchaseId, row]))
  // If a list covers the date of an order but does not contain the order, the order did not match
  // the filter when the list was read.
  const gone = rows.filter((row) => covers(latest, row) && !latestById.has(row.purchaseId))
  const added = latest.orders.filter((row) => covers(shown, row) && !shownIds.has(row.purchaseId))
  return {
    rows: rows.map((row) => latestById.get(row.purchaseId) ?? row),
    goneIds: new Set(gone.map(({ purchaseId }) => purchaseId)),
    newCount: added.length,
  }
}

/**
 * Whether a list goes back to the date of the order. A list that ends with an order of 3 March
 * covers an order of 4 March, but an order of 2 March only if no further page exists.
 */
function covers({ orders, nextCursor }: OrderPage, { purchaseDate }: OrderRow): boolean {
  if (nextCursor === null) return true
  const oldest = orders.at(-1)
  return oldest !== undefined && purchaseDate > oldest.purchaseDate
}

/**
 * The ids of the rows from one row to another, both included. `fromId` may be above or below
 * `toId`. If no row has the id `fromId`, the result is `toId` alone.
 */
export function idsBetween(rows: readonly OrderRow[], fromId: string | null, toId: string): string[] {
  const from = rows.findIndex(({ purchaseId }) => purchaseId === fromId)
  const to = rows.findIndex(({ purchaseId }) => purchaseId === toId)
  if (from === -1 || to === -1) return [toId]
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ purchaseId }) => purchaseId)
}

import type { OrderRow } from '@nashta/contracts/orders/desk/desk-order'

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
  const gone = rows.filter((row) => !latestById.has(row.purchaseId) && covers(latest, row))
  const added = latest.orders.filter((row) => !shownIds.has(row.purchaseId) && covers(shown, row))
  return {
    rows: rows.map((row) => latestById.get(row.purchaseId) ?? row),
    goneIds: new Set(gone.map(({ purchaseId }) => purchaseId)),
    newCount: added.length,
  }
}

/**
 * Whether the page contains this order if the order matches the filter. It does when the order is
 * newer than the last one of the page, and when no further page exists.
 */
function covers({ orders, nextCursor }: OrderPage, { purchaseDate }: OrderRow): boolean {
  const last = orders.at(-1)
  return nextCursor === null || (last !== undefined && purchaseDate > last.purchaseDate)
}

/**
 * The ids of the rows between two rows, with both. `fromId` may be above or below `toId`. When
 * `fromId` is null or not among the rows, the result is `toId` alone.
 */
export function idsBetween(rows: readonly OrderRow[], fromId: string | null, toId: string): string[] {
  const to = rows.findIndex(({ purchaseId }) => purchaseId === toId)
  const from = fromId === null ? to : rows.findIndex(({ purchaseId }) => purchaseId === fromId)
  if (from === -1 || to === -1) return [toId]
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ purchaseId }) => purchaseId)
}

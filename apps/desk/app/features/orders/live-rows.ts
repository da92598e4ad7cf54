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
  const shown = pages.flatMap(({ orders }) => orders)
  if (!latest) return { rows: shown, goneIds: new Set(), newCount: 0 }

  const byId = new Map(latest.orders.map((row) => [row.purchaseId, row]))
  const latestCompleteAfter = completeAfter(latest.orders, latest.nextCursor)
  const shownCompleteAfter = completeAfter(shown, pages.at(-1)?.nextCursor ?? null)
  const shownIds = new Set(shown.map(({ purchaseId }) => purchaseId))
  return {
    rows: shown.map((row) => byId.get(row.purchaseId) ?? row),
    goneIds: new Set(
      shown
        .filter((row) => !byId.has(row.purchaseId) && row.purchaseDate > latestCompleteAfter)
        .map(({ purchaseId }) => purchaseId),
    ),
    newCount: latest.orders.filter(
      (row) => !shownIds.has(row.purchaseId) && row.purchaseDate > shownCompleteAfter,
    ).length,
  }
}

/**
 * The rows are sorted, the newest first, and contain every matching order that was placed after the
 * returned date. While there are further pages, it is the date of the last row. Otherwise it is '',
 * which is before every date.
 */
function completeAfter(rows: readonly OrderRow[], nextCursor: string | null): string {
  return nextCursor === null ? '' : (rows.at(-1)?.purchaseDate ?? '')
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

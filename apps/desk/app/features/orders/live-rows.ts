import type { OrderRow } from '@nashta/contracts/orders/desk/desk-order'

export type OrderPage = { orders: readonly OrderRow[]; nextCursor: string | null }

export type LiveRows = {
  rows: OrderRow[]
  /** Orders that no longer match the filter, for example because another operator packed them. */
  goneIds: ReadonlySet<string>
  /** How many orders match the filter now that did not when the rows were read. */
  newCount: number
}

/**
 * The rows on the screen, with the newest data of the first page. No row moves, appears or disappears until the
 * operator reloads the list.
 */
export function liveRows(pages: readonly OrderPage[], latest: OrderPage | undefined): LiveRows {
  const shown = pages.flatMap(({ orders }) => orders)
  if (!latest) return { rows: shown, goneIds: new Set(), newCount: 0 }

  const byId = new Map(latest.orders.map((row) => [row.purchaseId, row]))
  const latestEnd = endOf(latest.orders, latest.nextCursor)
  const shownEnd = endOf(shown, pages.at(-1)?.nextCursor ?? null)
  const shownIds = new Set(shown.map(({ purchaseId }) => purchaseId))
  return {
    rows: shown.map((row) => byId.get(row.purchaseId) ?? row),
    goneIds: new Set(
      shown
        .filter(({ purchaseId, purchaseDate }) => !byId.has(purchaseId) && purchaseDate > latestEnd)
        .map(({ purchaseId }) => purchaseId),
    ),
    newCount: latest.orders.filter(
      ({ purchaseId, purchaseDate }) => !shownIds.has(purchaseId) && purchaseDate > shownEnd,
    ).length,
  }
}

/**
 * The date of the last row: a list with further pages says nothing about older orders. A list without further pages is
 * complete, so its end is '', which is before every date.
 */
function endOf(rows: readonly OrderRow[], nextCursor: string | null): string {
  return nextCursor === null ? '' : (rows.at(-1)?.purchaseDate ?? '')
}

/**
 * The ids of the rows from `fromId` up or down to `toId`, both included; only `toId` when `fromId` is null or not among
 * the rows.
 */
export function idsBetween(rows: readonly OrderRow[], fromId: string | null, toId: string): string[] {
  const to = rows.findIndex(({ purchaseId }) => purchaseId === toId)
  const from = fromId === null ? to : rows.findIndex(({ purchaseId }) => purchaseId === fromId)
  if (from === -1 || to === -1) return [toId]
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ purchaseId }) => purchaseId)
}

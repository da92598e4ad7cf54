import type { OrderRow } from '@nashta/contracts/orders/desk/desk-order'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { type RefObject, useRef } from 'react'
import { Link } from 'react-router'
import { formatAmount, formatTime } from '../../data/formats.ts'
import { methodLabel, paymentLabel } from '../../data/order-labels.ts'
import { WorkBadge } from '../../ui/badge.tsx'
import { ROW_LINK } from '../../ui/controls.tsx'
import { idsBetween } from './live-rows.ts'

export type OrdersTableProps = {
  table: RefObject<HTMLTableElement | null>
  rows: readonly OrderRow[]
  /** Orders that no longer match the filter. Their rows stay until the list is loaded again. */
  goneIds: ReadonlySet<string>
  selected: ReadonlySet<string>
  /** Selects or deselects orders. Null for an operator who may not change orders. */
  onSelect: ((ids: readonly string[], isSelected: boolean) => void) | null
  /** Whether the table shows amounts and payments. */
  showsMoney: boolean
}

/** The orders, one row for each. On a phone a row has two lines. */
export function OrdersTable({ table, rows, goneIds, selected, onSelect, showsMoney }: OrdersTableProps) {
  const lastClicked = useRef<string | null>(null)
  const allSelected = rows.length > 0 && rows.every(({ purchaseId }) => selected.has(purchaseId))

  function select(id: string, isSelected: boolean, isRange: boolean) {
    onSelect?.(isRange ? idsBetween(rows, lastClicked.current, id) : [id], isSelected)
    lastClicked.current = id
  }

  return (
    <div className="overflow-hidden rounded-xl border border-line">
      <table ref={table} className="w-full border-collapse text-left">
        <thead className="bg-paper-deep text-sm">
          <tr>
            {onSelect ? (
              <th scope="col" className="w-12 px-1">
                <label className="grid size-10 place-items-center">
                  <input
                    type="checkbox"
                    aria-label="Select all"
                    checked={allSelected}
                    onChange={() =>
                      onSelect(
                        rows.map(({ purchaseId }) => purchaseId),
                        !allSelected,
                      )
                    }
                    className="size-5 accent-raspberry"
                  />
                </label>
              </th>
            ) : null}
            <th scope="col" className="p-2 pl-3 font-semibold">
              Order
            </th>
            <th scope="col" className="hidden p-2 font-semibold md:table-cell">
              Customer
            </th>
            <th scope="col" className="hidden p-2 text-right font-semibold sm:table-cell">
              Items
            </th>
            {showsMoney ? (
              <>
                <th scope="col" className="hidden p-2 text-right font-semibold lg:table-cell">
                  Total
                </th>
                <th scope="col" className="hidden p-2 pl-8 font-semibold lg:table-cell">
                  Payment
                </th>
              </>
            ) : null}
            <th scope="col" className="p-2 pr-3 font-semibold max-sm:text-right">
              Work
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.purchaseId}
              row={row}
              isGone={goneIds.has(row.purchaseId)}
              isSelected={selected.has(row.purchaseId)}
              onSelect={onSelect && ((isSelected, isRange) => select(row.purchaseId, isSelected, isRange))}
              showsMoney={showsMoney}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = {
  row: OrderRow
  isGone: boolean
  isSelected: boolean
  /** With `isRange`, all rows from the last clicked one to this one are selected or deselected. */
  onSelect: ((isSelected: boolean, isRange: boolean) => void) | null
  showsMoney: boolean
}

function Row({ row, isGone, isSelected, onSelect, showsMoney }: RowProps) {
  const { purchaseId, purchaseDate, name, city, state, totalAmount, payment, work } = row
  const number = orderNumber(purchaseId)
  // Delhi is a city and a state.
  const town = [...new Set([city, state])].filter(Boolean).join(', ')
  return (
    <tr
      className={`relative border-t border-line align-middle ${isSelected ? 'bg-raspberry-tint/60' : 'hover:bg-paper-deep/60'}`}
    >
      {onSelect ? (
        <td className="px-1">
          <label className="relative z-10 grid size-10 place-items-center">
            <input
              type="checkbox"
              aria-label={`Select order ${number}`}
              checked={isSelected}
              onChange={(event) => {
                // React makes this event from the browser's click, which has `shiftKey`.
                const { nativeEvent } = event
                onSelect(event.target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }}
              className="size-5 accent-raspberry"
            />
          </label>
        </td>
      ) : null}
      <th scope="row" className="p-2 pl-3 font-normal">
        <Link to={`/orders/${encodeURIComponent(purchaseId)}`} data-row={purchaseId} className={ROW_LINK}>
          #{number}
        </Link>
        {/* The space lets the word go into the next line on a narrow phone. */}
        {row.printedAt ? <span className="text-sm text-ink-soft"> printed</span> : null}
        <span className="block text-sm text-ink-soft">
          <time dateTime={purchaseDate}>{formatTime(purchaseDate)}</time>
        </span>
        <span className="block text-sm md:hidden">{[name, city].filter(Boolean).join(', ')}</span>
      </th>
      <td className="hidden p-2 md:table-cell">
        {name}
        {town ? <span className="block text-sm text-ink-soft">{town}</span> : null}
      </td>
      <td className="hidden p-2 text-right whitespace-nowrap sm:table-cell">{itemsText(row)}</td>
      {showsMoney ? (
        <>
          <td className="hidden p-2 text-right font-medium lg:table-cell">
            {totalAmount === undefined ? '' : formatAmount(totalAmount)}
          </td>
          <td className="hidden p-2 pl-8 lg:table-cell">
            {payment ? (
              <>
                {paymentLabel(payment.state)}
                <span className="block text-sm text-ink-soft">{methodLabel(payment.method)}</span>
              </>
            ) : null}
          </td>
        </>
      ) : null}
      <td className="p-2 pr-3 max-sm:text-right">
        {isGone ? <span className="text-sm text-ink-soft">no longer here</span> : <WorkBadge work={work} />}
        {totalAmount === undefined ? null : (
          <span className="mt-1 block font-medium lg:hidden">{formatAmount(totalAmount)}</span>
        )}
      </td>
    </tr>
  )
}

/** Such as `1 of 3` for three ordered units of which two are refunded and not packed. */
function itemsText({ totalItems, itemsToPack, orderStatus }: OrderRow) {
  const isAllPacked = itemsToPack === totalItems || orderStatus === 'CANCELLED'
  return isAllPacked ? totalItems : `${itemsToPack} of ${totalItems}`
}

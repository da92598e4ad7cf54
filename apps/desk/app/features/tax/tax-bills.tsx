import { saveBlob } from '@nashta/browser/download-file'
import { useCall } from '@nashta/browser/forms/use-call'
import { stateName } from '@nashta/contracts/gst-states'
import { billFileName, getBillAtDesk, printBills } from '@nashta/contracts/orders/bills'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import {
  listReturnBills,
  RETURN_TABLE_TEXTS,
  RETURN_TABLES,
  type ReturnBill,
} from '@nashta/contracts/returns/gst-return'
import { Failure } from '@nashta/ui/failure'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatAmount, formatDay } from '../../data/formats.ts'
import { useDesk, useFetchShop } from '../../session/desk-session.tsx'
import { Action, TEXT_LINK } from '../../ui/controls.tsx'
import { MorePages, NoRows } from '../../ui/more-pages.tsx'
import { failureText, QueryState } from '../../ui/query-state.tsx'

/** The filters in the URL, which are those of the call; empty for none. */
export type TaxFilter = Record<'table' | 'place' | 'rate' | 'hsn' | 'unit' | 'buyer', string>

/** The bills and credit notes behind a sum of the return. */
export function TaxBills({ month, filter }: { month: string; filter: TaxFilter }) {
  const fetchShop = useFetchShop()
  const query = useInfiniteQuery({
    queryKey: ['return', month, 'bills', filter],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const sent = { params: { month }, query: { ...filter, cursor }, signal }
      return (await fetchShop(listReturnBills, sent)).data
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  return (
    <>
      <p className="mb-3">
        <Link to={`?month=${month}`} className={TEXT_LINK}>
          Back to the sums
        </Link>
      </p>
      <h2 className="mb-3 text-xl font-semibold">{titleOf(filter)}</h2>
      <QueryState query={query}>
        {({ pages }) => {
          const bills = pages.flatMap((page) => page.bills)
          if (bills.length === 0)
            return (
              <NoRows query={query} title="No bill here">
                No bill of this month is in this sum.
              </NoRows>
            )
          return (
            <>
              <ul className="grid gap-2">
                {bills.map((bill) => (
                  <Paper key={bill.number} bill={bill} />
                ))}
              </ul>
              <MorePages query={query} />
            </>
          )
        }}
      </QueryState>
    </>
  )
}

function titleOf({ table, place, rate, hsn, unit, buyer }: TaxFilter) {
  const known = RETURN_TABLES.find((each) => each === table)
  return [
    known && RETURN_TABLE_TEXTS[known].name,
    hsn && `HSN ${hsn}`,
    place && stateName(place),
    rate && `${rate} %`,
    unit,
    buyer && (buyer === 'business' ? 'B2B' : 'B2C'),
  ]
    .filter(Boolean)
    .join(', ')
}

function Paper({ bill }: { bill: ReturnBill }) {
  const { files } = useDesk().desk
  const { number, purchaseId: orderId, kind, issuedAt, place, gstin } = bill
  const { run, isBusy, failure } = useCall(async () => {
    const blob =
      orderId === undefined
        ? await files.download(printBills, { query: { number } })
        : await files.download(getBillAtDesk, { params: { orderId, bill: bill.bill } })
    saveBlob(billFileName(number), blob)
  }, failureText)
  return (
    <li className="rounded-xl border border-line px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-semibold">
            {number}
            {kind === 'creditNote' ? ' · credit note' : ''}
          </p>
          <p className="text-sm text-ink-soft">
            {formatDay(issuedAt)} · {stateName(place)}
            {gstin === undefined ? '' : ` · ${gstin}`} ·{' '}
            {orderId === undefined ? (
              `${bill.orders ?? 0} small orders of the day`
            ) : (
              <Link to={`/orders/${encodeURIComponent(orderId)}`} className={TEXT_LINK}>
                order #{orderNumber(orderId)}
              </Link>
            )}
          </p>
        </div>
        <p className="ml-auto text-right">
          {kind === 'creditNote' ? '−' : ''}
          {formatAmount(bill.total)}
          <span className="block text-sm text-ink-soft">{formatAmount(bill.taxable)} taxable</span>
        </p>
        <Action
          aria-disabled={isBusy || undefined}
          aria-label={`PDF of ${number}`}
          onClick={() => void run()}
        >
          PDF
        </Action>
      </div>
      {failure ? <Failure>{failure}</Failure> : null}
    </li>
  )
}

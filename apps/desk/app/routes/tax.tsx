import { calendarDay } from '@nashta/contracts/dates'
import { closeReturn, getReturn, type GstReturn } from '@nashta/contracts/returns/gst-return'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatAmount, formatMonth, formatNumberOf, formatTime } from '../data/formats.ts'
import { TaxBills, type TaxFilter } from '../features/tax/tax-bills.tsx'
import { TaxFiles } from '../features/tax/tax-files.tsx'
import { TaxTables } from '../features/tax/tax-tables.tsx'
import { useFetchShop } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Action, Card, PageHeading } from '../ui/controls.tsx'
import { FilterSelect } from '../ui/inputs.tsx'
import { Notice } from '../ui/message.tsx'
import { QueryState } from '../ui/query-state.tsx'

const MONTHS_SHOWN = 24
/** Until this day, people work on the return of the month before. */
const LAST_DAY_FOR_LAST_MONTH = 13

/** The latest months in India, the newest first. */
function latestMonths(now: Date): string[] {
  const [year = 0, month = 0] = calendarDay(now).split('-').map(Number)
  return Array.from({ length: MONTHS_SHOWN }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 'yyyy-mm'.length),
  )
}

/** The month's return for the tax office: its sums, the bills behind them, its files, and its closing. */
export default function Tax() {
  const fetchShop = useFetchShop()
  const [params, setParams] = useSearchParams()
  const [now] = useState(() => new Date())
  const months = latestMonths(now)
  const isEarly = Number(calendarDay(now).slice(-2)) <= LAST_DAY_FOR_LAST_MONTH
  const month = params.get('month') ?? months[isEarly ? 1 : 0] ?? ''
  const query = useQuery({
    queryKey: ['return', month],
    queryFn: async ({ signal }) => (await fetchShop(getReturn, { params: { month }, signal })).data,
  })
  return (
    <>
      <PageHeading title="Tax">
        <FilterSelect
          label="Month"
          value={month}
          options={[...new Set([month, ...months])]
            .toSorted((one, other) => (one < other ? 1 : -1))
            .map((each) => [each, formatMonth(each)])}
          onChange={(chosen) => setParams({ month: chosen })}
        />
      </PageHeading>
      {params.get('table') === null ? (
        <QueryState query={query}>{(data) => <TaxMonth data={data} />}</QueryState>
      ) : (
        <TaxBills month={month} filter={filterOf(params)} />
      )}
    </>
  )
}

function filterOf(params: URLSearchParams): TaxFilter {
  const read = (name: keyof TaxFilter) => params.get(name) ?? ''
  return {
    table: read('table'),
    place: read('place'),
    rate: read('rate'),
    hsn: read('hsn'),
    unit: read('unit'),
    buyer: read('buyer'),
  }
}

function TaxMonth({ data }: { data: GstReturn }) {
  const { sums, bills, creditNotes, billsOfSupply, isDue } = data
  if (!isDue)
    return (
      <Notice title="No return is due">
        {billsOfSupply > 0 ? `${formatNumberOf(billsOfSupply, 'bill')} of supply in this month. ` : ''}
        Only a seller who charges GST files GSTR-1. Settings say how this shop is registered.
      </Notice>
    )
  return (
    <div className="grid gap-4">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {(
          [
            ['Sold, with tax', sums.total],
            ['Taxable value', sums.taxable],
            ['IGST', sums.igst],
            ['CGST', sums.cgst],
            ['SGST', sums.sgst],
          ] as const
        ).map(([name, amount]) => (
          <Sum key={name} name={name}>
            {formatAmount(amount)}
          </Sum>
        ))}
        <Sum name="Papers">
          {formatNumberOf(bills, 'bill')}, {formatNumberOf(creditNotes, 'credit note')}
        </Sum>
      </ul>
      {billsOfSupply > 0 ? (
        <p className="text-ink-soft">
          {formatNumberOf(billsOfSupply, 'bill')} of supply of this month are not part of the return.
        </p>
      ) : null}
      <TaxTables data={data} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <TaxFiles month={data.month} />
        <Closing data={data} />
      </div>
      <p className="max-w-prose text-sm text-ink-soft">
        Every sum is made of the bills and credit notes of the month, to the paisa. Rates and codes are those
        of your products: please let an accountant read the return before you file it.
      </p>
    </div>
  )
}

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="rounded-xl border border-line bg-white p-3">
      <span className="block text-sm text-ink-soft">{name}</span>
      <span className="text-lg font-semibold">{children}</span>
    </li>
  )
}

function Closing({ data: { month, isOver, closed } }: { data: GstReturn }) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const showToast = useToast()
  const [isAsking, setIsAsking] = useState(false)
  async function close() {
    const { data } = await fetchShop(closeReturn, { params: { month }, body: {} })
    queries.setQueryData(['return', month], data)
    showToast({ text: `${formatMonth(month)} is closed` })
  }

  return (
    <Card title="Close the month">
      {closed ? (
        <p>
          Closed {formatTime(closed.at)} by <span className="break-all">{closed.by}</span>. What comes later
          belongs to the next month, as a credit note.
        </p>
      ) : isOver ? (
        <>
          <p className="mb-3">When the return is filed, close the month. Its sums go into the log.</p>
          <Action look="main" onClick={() => setIsAsking(true)}>
            Close {formatMonth(month)}
          </Action>
        </>
      ) : (
        <p>This month still gets bills. It can be closed from the second day of the next month.</p>
      )}
      {isAsking ? (
        <ConfirmDialog
          title={`Close ${formatMonth(month)}?`}
          submitLabel="Close the month"
          onClosed={() => setIsAsking(false)}
          onConfirm={close}
        >
          Have you filed the return with these sums? A closed month stays closed.
        </ConfirmDialog>
      ) : null}
    </Card>
  )
}

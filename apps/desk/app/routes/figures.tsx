import { calendarDay } from '@nashta/contracts/dates'
import {
  FIGURE_DAYS_MAX,
  FIGURE_STEPS,
  type Figures as FiguresData,
  type FigureStep,
  getFigures,
} from '@nashta/contracts/figures/figures'
import { exportStockValue } from '@nashta/contracts/files/exports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatAmount, formatNumberOf } from '../data/formats.ts'
import { methodLabel } from '../data/order-labels.ts'
import { FigureTableView } from '../features/figures/figure-table.tsx'
import { daysAgo, labelOfStep, PRESETS } from '../features/figures/periods.ts'
import { StockValueView } from '../features/figures/stock-value.tsx'
import { SaveFile } from '../features/files/save-file.tsx'
import { BarPlot } from '../features/today/bar-plot.tsx'
import { useFetchShop } from '../session/desk-session.tsx'
import { PageHeading } from '../ui/controls.tsx'
import { FilterSelect, INPUT, Labelled } from '../ui/inputs.tsx'
import { Notice } from '../ui/message.tsx'
import { FoundState } from '../ui/query-state.tsx'

const STEP_LABELS: Record<FigureStep, string> = { day: 'Day', week: 'Week', month: 'Month' }
/** The interval of the calls while the shop is still adding up older orders. */
const PENDING_REFETCH_MS = 1500

/** What was sold: by time, product, shelf, state, way to pay, offer, and new or returning customers. */
export default function Figures() {
  const fetchShop = useFetchShop()
  const [params, setParams] = useSearchParams()
  const [today] = useState(() => calendarDay(new Date()))
  const period = {
    from: params.get('from') ?? daysAgo(today, 29),
    until: params.get('until') ?? today,
    by: FIGURE_STEPS.find((step) => step === params.get('by')) ?? 'day',
  }
  const query = useQuery({
    queryKey: ['figures', period],
    queryFn: async ({ signal }) => (await fetchShop(getFigures, { query: period, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.pendingDays ?? 0) > 0 ? PENDING_REFETCH_MS : false),
  })
  const change = (fields: Partial<typeof period>) => setParams({ ...period, ...fields }, { replace: true })
  const preset = PRESETS.find(({ periodOf }) => {
    const { from, until } = periodOf(today)
    return from === period.from && until === period.until
  })
  return (
    <>
      <PageHeading title="Figures" />
      <div className="mb-4 grid grid-cols-2 gap-3 sm:w-[48rem] sm:grid-cols-4">
        <FilterSelect
          label="Period"
          value={preset?.name ?? ''}
          options={[...(preset ? [] : [['', 'Own days'] as const]), ...PRESETS.map(({ name }) => name)]}
          onChange={(name) => {
            const chosen = PRESETS.find((each) => each.name === name)
            if (chosen) change({ ...chosen.periodOf(today), by: chosen.by })
          }}
        />
        <FilterSelect
          label="By"
          value={period.by}
          options={FIGURE_STEPS.map((step) => [step, STEP_LABELS[step]] as const)}
          onChange={(by) => change({ by: FIGURE_STEPS.find((step) => step === by) ?? 'day' })}
        />
        {(['from', 'until'] as const).map((end) => (
          <Labelled key={end} label={end === 'from' ? 'From' : 'Until'}>
            <input
              type="date"
              required
              max={today}
              value={period[end]}
              onChange={({ target }) => {
                // A cleared date is no day.
                if (target.value !== '') change({ [end]: target.value })
              }}
              className={INPUT}
            />
          </Labelled>
        ))}
      </div>
      <FoundState query={query}>{(data) => <FiguresView data={data} period={period} />}</FoundState>
      <StockValueView>
        <SaveFile name="stock-value" label="CSV" description="Stock now as CSV" endpoint={exportStockValue} />
      </StockValueView>
    </>
  )
}

type Period = { from: string; until: string; by: FigureStep }

function FiguresView({ data, period }: { data: FiguresData; period: Period }) {
  const { sums, before, steps, pendingDays } = data
  const groups = steps.map((step) => {
    const name = labelOfStep(step, period.by)
    const link = `/orders?${new URLSearchParams({ from: step.from, until: step.until })}`
    return { name, link: { to: link, text: `Orders of ${name}` } }
  })
  return (
    <div className="grid gap-6">
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-5">
        <Sum
          name="Revenue"
          value={formatAmount(sums.revenue)}
          change={changeOf(sums.revenue, before.revenue)}
        />
        <Sum name="Orders" value={String(sums.orders)} change={changeOf(sums.orders, before.orders)} />
        <Sum
          name="Average order"
          value={sums.orders > 0 ? formatAmount(Math.round(sums.revenue / sums.orders)) : '–'}
          change={`${formatNumberOf(sums.units, 'unit')} in all`}
        />
        <Sum name="Refunded" value={formatAmount(sums.refunded)} change="not in the revenue" />
        <Sum
          name="Discounts"
          value={formatAmount(sums.discounts)}
          change={`${formatAmount(sums.delivery)} delivery fees`}
        />
      </ul>
      {pendingDays > 0 ? (
        <output className="text-ink-soft">
          Older orders are being read: {formatNumberOf(pendingDays, 'day')} left.
        </output>
      ) : null}
      {sums.orders === 0 ? (
        <Notice title="No sales in this period">
          Orders count when they are paid or, with cash, confirmed. At most {FIGURE_DAYS_MAX} days at once.
        </Notice>
      ) : (
        <>
          <section aria-label="Over time" className="grid items-start gap-5 xl:grid-cols-2">
            <BarPlot
              title="Revenue"
              groups={groups}
              series={[
                {
                  label: 'Revenue',
                  values: steps.map(({ revenue }) => revenue),
                  className: 'fill-raspberry',
                },
              ]}
              format={formatAmount}
              height={140}
              initialGroup={steps.length - 1}
            />
            <BarPlot
              title="Orders"
              groups={groups}
              series={[
                { label: 'Orders', values: steps.map(({ orders }) => orders), className: 'fill-pistachio' },
              ]}
              format={String}
              height={140}
              initialGroup={steps.length - 1}
            />
          </section>
          <Tables data={data} period={period} />
        </>
      )}
    </div>
  )
}

function Sum({ name, value, change }: { name: string; value: string; change: string }) {
  return (
    <li className="rounded-xl border border-line bg-white p-3">
      <span className="block text-sm text-ink-soft">{name}</span>
      <span className="block font-display text-2xl font-semibold">{value}</span>
      <span className="block text-sm text-ink-soft">{change}</span>
    </li>
  )
}

/** The change since the period before, which has as many days. */
function changeOf(now: number, before: number) {
  if (before === 0) return now === 0 ? 'as before' : 'no sales before'
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return 'as before'
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)} % on before`
}

function Tables({ data, period }: { data: FiguresData; period: Period }) {
  const orders = 'Orders'
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <FigureTableView
        table="products"
        title="Products"
        period={period}
        heads={['Snack', 'Units', 'Revenue']}
        rows={data.products.map(({ key, name, units, revenue }) => ({ key, name, count: units, revenue }))}
      />
      <FigureTableView
        table="shelves"
        title="Shelves"
        period={period}
        heads={['Shelf', 'Units', 'Revenue']}
        rows={data.shelves.map(({ key, name, units, revenue }) => ({ key, name, count: units, revenue }))}
      />
      <FigureTableView
        table="states"
        title="States"
        period={period}
        heads={['State', orders, 'Revenue']}
        rows={data.states.map(toRow)}
      />
      <FigureTableView
        table="payments"
        title="Ways to pay"
        period={period}
        heads={['Way', orders, 'Revenue']}
        rows={data.payments.map((row) => ({ ...toRow(row), name: methodLabel(row.key) }))}
      />
      <FigureTableView
        table="buyers"
        title="New and returning"
        period={period}
        heads={['Customers', orders, 'Revenue']}
        rows={data.buyers.map((row) => ({
          ...toRow(row),
          name: row.key === 'new' ? 'First orders' : 'Returning',
        }))}
      />
      {data.offers.length > 0 ? (
        <FigureTableView
          table="offers"
          title="Offers"
          period={period}
          heads={['Offer', orders, 'Revenue']}
          rows={data.offers.map((row) => ({
            ...toRow(row),
            name: `${row.name}, ${formatAmount(row.discount)} off`,
          }))}
        />
      ) : null}
      <FigureTableView
        table="time"
        title="By time"
        period={period}
        heads={[STEP_LABELS[period.by], orders, 'Revenue']}
        rows={data.steps
          .toReversed()
          .map((step) => toRow({ ...step, key: step.from, name: labelOfStep(step, period.by) }))}
      />
    </div>
  )
}

function toRow({
  key,
  name,
  orders,
  revenue,
}: {
  key: string
  name: string
  orders: number
  revenue: number
}) {
  return { key, name, count: orders, revenue }
}

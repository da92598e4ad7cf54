import type { Endpoint, ReplyTo } from '@nashta/contracts/api/endpoint'
import { removeDemoSnacks } from '@nashta/contracts/catalogue/demo-snacks'
import { readGrid } from '@nashta/contracts/catalogue/product-grid'
import { listOrders } from '@nashta/contracts/orders/desk/order-list'
import type { getToday } from '@nashta/contracts/orders/desk/today'
import { updateShop } from '@nashta/contracts/shop/shop'
import { OPENING_STEP_TEXTS, OPENING_STEPS } from '@nashta/contracts/shop/shop-texts'
import { listTickets } from '@nashta/contracts/tickets/ticket'
import { Link } from 'react-router'
import { formatAmount } from '../data/formats.ts'
import { WORK_LABELS } from '../data/order-labels.ts'
import { PACKER_TABS } from '../features/orders/order-filter.ts'
import { BarPlot } from '../features/today/bar-plot.tsx'
import { DemoSnacks } from '../features/today/demo-snacks.tsx'
import { FirstHour } from '../features/today/first-hour.tsx'
import { useToday } from '../features/today/use-today.ts'
import { useIsPacker, useMayCall } from '../session/desk-session.tsx'
import { actionClasses, PageHeading } from '../ui/controls.tsx'
import { Notice } from '../ui/message.tsx'
import { QueryState } from '../ui/query-state.tsx'

type TodayData = ReplyTo<typeof getToday>['data']

/** The kinds of work that an operator has to do. Each has a counter. */
const COUNTED_WORK = ['confirm', 'findPayment', 'pack', 'handOver', 'problem'] as const
/** Formats dates such as `2026-01-31`, which JavaScript reads as midnight in UTC. */
const DAY_FORMAT = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const HOURS = Array.from({ length: 24 }, (_, hour) => `${hour}:00`)

/** The work to do, and the sales figures. */
export default function Today() {
  const query = useToday()
  return (
    <>
      <PageHeading title="Today" />
      <QueryState query={query}>{(data) => <TodayView data={data} />}</QueryState>
    </>
  )
}

function TodayView({ data }: { data: TodayData }) {
  const mayCall = useMayCall()
  const { work, days } = data
  const hasRecentSales = days.some(({ orders }) => orders > 0)
  const hasOpenWork = Object.values(work).some((count) => count > 0)
  return (
    <div className="grid gap-6">
      <OpeningSteps steps={data.openingSteps} />
      <Counters data={data} />
      {data.firstHour ? <FirstHour steps={data.firstHour} /> : null}
      {data.demoSnacks > 0 && mayCall(removeDemoSnacks) ? <DemoSnacks count={data.demoSnacks} /> : null}
      {hasRecentSales || hasOpenWork ? <Plots data={data} /> : <NoRecentSales />}
    </div>
  )
}

/** Says that the shop takes no orders, and what opens it. Empty for a shop that takes orders. */
function OpeningSteps({ steps }: { steps: readonly string[] }) {
  const mayCall = useMayCall()
  if (steps.length === 0) return null
  return (
    <section aria-labelledby="opening-steps" className="rounded-xl bg-butter p-4">
      <h2 id="opening-steps" className="font-display text-xl font-semibold">
        The shop takes no orders yet
      </h2>
      <ul className="mt-2 grid max-w-prose list-disc gap-1 pl-5">
        {OPENING_STEPS.filter((step) => steps.includes(step)).map((step) => (
          <li key={step}>{OPENING_STEP_TEXTS[step]}</li>
        ))}
      </ul>
      {mayCall(updateShop) ? (
        <p className="mt-3">
          <Link to="/settings" className={actionClasses()}>
            Settings
          </Link>
        </p>
      ) : null}
    </section>
  )
}

function Counters({ data: { work, lowStock, openTickets } }: { data: TodayData }) {
  const mayCall = useMayCall()
  const isPacker = useIsPacker()
  const counters: { label: string; count: number; to: string; needs: Pick<Endpoint, 'method' | 'path'> }[] = [
    ...COUNTED_WORK.filter((state) => !isPacker || PACKER_TABS.includes(state)).map((state) => ({
      label: WORK_LABELS[state],
      count: work[state],
      to: `/orders?work=${state}`,
      needs: listOrders,
    })),
    { label: 'Low stock', count: lowStock, to: '/products?show=low+stock', needs: readGrid },
    { label: 'Open tickets', count: openTickets, to: '/tickets', needs: listTickets },
  ]
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 xl:grid-cols-7">
      {counters
        .filter(({ needs }) => mayCall(needs))
        .map(({ label, count, to }) => (
          <li key={label}>
            <Link
              to={to}
              className={`block rounded-xl border p-4 hover:border-raspberry border-line ${count > 0 ? 'bg-white' : 'bg-paper-deep/60 text-ink-soft'}`}
            >
              <span className="block font-display text-4xl font-semibold">{count}</span>
              {label}
            </Link>
          </li>
        ))}
    </ul>
  )
}

function Plots({ data }: { data: TodayData }) {
  const { days, today: ordersByHour, weekAgo: ordersByHourWeekAgo } = data
  const dayGroups = days.map(({ date }) => {
    const name = DAY_FORMAT.format(new Date(date))
    return { name, link: { to: ordersOf(date), text: `Orders of ${name}` } }
  })
  const today = days.at(-1)?.date ?? ''
  const hourGroups = HOURS.map((name) => ({ name, link: { to: ordersOf(today), text: 'Orders of today' } }))
  const hasRevenue = days.some(({ revenue }) => revenue !== undefined)
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <section aria-label="The last 14 days" className="grid gap-5 rounded-xl border border-line p-4">
        {hasRevenue ? (
          <BarPlot
            title="Revenue of 14 days"
            groups={dayGroups}
            series={[
              {
                label: 'Revenue',
                values: days.map(({ revenue = 0 }) => revenue),
                className: 'fill-raspberry',
              },
            ]}
            format={formatAmount}
            height={110}
            initialGroup={days.length - 1}
          />
        ) : null}
        <BarPlot
          title="Orders of 14 days"
          groups={dayGroups}
          series={[
            { label: 'Orders', values: days.map(({ orders }) => orders), className: 'fill-pistachio' },
          ]}
          format={String}
          height={110}
          initialGroup={days.length - 1}
        />
      </section>
      <section aria-label="Today by hour" className="rounded-xl border border-line p-4">
        <BarPlot
          title="Orders today by hour"
          groups={hourGroups}
          series={[
            { label: 'A week ago', values: ordersByHourWeekAgo, className: 'fill-ink-soft/50' },
            { label: 'Today', values: ordersByHour, className: 'fill-raspberry' },
          ]}
          format={String}
          height={300}
          initialGroup={Math.max(
            0,
            ordersByHour.findLastIndex((count) => count > 0),
          )}
        />
      </section>
    </div>
  )
}

function ordersOf(day: string) {
  return `/orders?${new URLSearchParams({ from: day, until: day })}`
}

/**
 * Replaces the plots when the shop has no recent sales and no open work. The links lead to the
 * pages that the operator should check.
 */
function NoRecentSales() {
  const mayCall = useMayCall()
  return (
    <Notice title="No sales in the last 14 days">
      <p className="mb-3">The next order appears here by itself. Until then, check what shoppers see:</p>
      <p className="flex flex-wrap justify-center gap-2">
        {mayCall(updateShop) ? (
          <Link to="/settings" className={actionClasses()}>
            Who runs the shop
          </Link>
        ) : null}
        {mayCall(readGrid) ? (
          <Link to="/products" className={actionClasses()}>
            Prices and stock
          </Link>
        ) : null}
        <a href="/" className={actionClasses()}>
          The shop as shoppers see it
        </a>
      </p>
    </Notice>
  )
}

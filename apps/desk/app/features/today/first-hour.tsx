import type { ReplyTo } from '@nashta/contracts/api/endpoint'
import type { getToday } from '@nashta/contracts/orders/desk/today'
import { FIRST_HOUR_STEPS, FIRST_HOUR_TEXTS } from '@nashta/contracts/shop/first-hour'
import { Link } from 'react-router'

type FirstHourProps = { steps: NonNullable<ReplyTo<typeof getToday>['data']['firstHour']> }

/** What the owner of a new shop has still to do. Each line leads to its screen, and ticks itself. */
export function FirstHour({ steps }: FirstHourProps) {
  const done = new Set<string>(steps.filter(({ isDone }) => isDone).map(({ step }) => step))
  return (
    <section aria-labelledby="first-hour" className="rounded-xl border border-line bg-white p-4">
      <h2 id="first-hour" className="font-display text-xl font-semibold">
        Your first hour
      </h2>
      <p className="text-ink-soft">
        {done.size} of {steps.length} done. This list goes when all are.
      </p>
      <ol className="mt-3 grid gap-1 lg:grid-cols-2">
        {FIRST_HOUR_STEPS.map((step) => {
          const { title, why, to } = FIRST_HOUR_TEXTS[step]
          const isDone = done.has(step)
          return (
            <li key={step}>
              <Link to={to} className="flex min-h-11 items-start gap-3 rounded-lg p-2 hover:bg-paper-deep">
                <span
                  aria-hidden="true"
                  className={`mt-0.5 grid size-6 shrink-0 place-items-center rounded-full border-2 text-sm font-bold ${isDone ? 'border-pistachio bg-pistachio text-white' : 'border-ink-soft'}`}
                >
                  {isDone ? '✓' : ''}
                </span>
                <span>
                  <span className="font-semibold">{title}</span>
                  <span className="sr-only">{isDone ? ', done' : ', to do'}</span>
                  {isDone ? null : <span className="block text-ink-soft">{why}</span>}
                </span>
              </Link>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

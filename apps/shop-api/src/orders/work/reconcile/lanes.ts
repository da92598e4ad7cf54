import { tracingChannel } from 'node:diagnostics_channel'
import type { ProviderName } from '@nashta/contracts/constants'
import type { PaymentProvider } from '../../../payments/payments.ts'
import type { LaneDeps, ReconcileDeps } from './reconcile-deps.ts'
import {
  byUrgency,
  undoUnpaidEdit,
  expireUnasked,
  isPaymentDue,
  openPayments,
  providerOf,
  reconcilePayment,
} from './reconcile-payment.ts'
import { hasDueRefund, recordForeignRefunds, sendRefunds } from './send-refunds.ts'

/**
 * The budget of one run with one provider: the orders at once, the orders in all, and the time after
 * which no further order is begun. The next run goes on with the rest.
 */
const ORDERS_AT_ONCE = 8
const ORDERS_PER_RUN = 60
const RUN_MAX_MS = 20_000
/** After this many failures in a row, the provider counts as down until the next run. */
const FAILURES_MAX = 8

/** All refunds of the last day are listed each hour, in case a webhook about one of them was lost. */
const LIST_REFUNDS_EVERY_MS = 60 * 60 * 1000
const LISTED_REFUNDS_AGE_MS = 26 * 60 * 60 * 1000

/** Telemetry subscribes to this channel. */
const reconciliations = tracingChannel<{ name: string; attributes: Record<string, string> }>(
  'nashta.reconciler',
)

/**
 * Reconciles the open orders (see `isOpen`) of one provider. Each lane runs by itself, so that a slow
 * provider delays only its own orders. The lane `unasked` has the orders about which no provider is
 * asked, and undoes edits whose rest was not paid in time.
 */
export type Lane = {
  name: ProviderName | 'unasked'
  /** `signal` is aborted when another process takes over the lane. */
  run: (signal?: AbortSignal) => Promise<void>
}

/**
 * The lanes ask the providers about each open order, settle it by the outcome, and send its refunds.
 * So an order is settled even if the process crashed during its payment.
 */
export function createLanes(deps: ReconcileDeps): readonly Lane[] {
  const polled = deps.providers.filter(({ polling }) => polling !== null)
  return [
    createLane(deps, 'unasked', (laneDeps) => runUnasked(laneDeps, polled)),
    ...polled.map((provider) => createProviderLane(deps, provider)),
  ]
}

function createLane(deps: ReconcileDeps, name: Lane['name'], work: (deps: LaneDeps) => Promise<void>): Lane {
  const askedAt = new Map<string, number>()
  return {
    name,
    run: (signal) =>
      reconciliations.tracePromise(() => work({ ...deps, askedAt, signal }), {
        name: 'reconcile',
        attributes: { 'nashta.reconciler.lane': name },
      }),
  }
}

async function runUnasked(deps: LaneDeps, polled: readonly PaymentProvider[]) {
  const open = await deps.purchases.listOpen(deps.now())
  const unasked = open.filter(({ payment }) => !polled.some(({ name }) => name === payment.provider))
  for (const order of unasked) {
    if (deps.signal?.aborted) return
    await expireUnasked(deps, order).catch(deps.reportError)
  }
  // Any open order may have an edit whose rest was not paid in time.
  for (const order of open) {
    if (deps.signal?.aborted) return
    await undoUnpaidEdit(deps, order, polled).catch(deps.reportError)
  }
}

function createProviderLane(deps: ReconcileDeps, provider: PaymentProvider): Lane {
  let refundsListedAt = -Infinity

  async function listRefunds(laneDeps: LaneDeps) {
    const time = deps.now().getTime()
    if (time - refundsListedAt < LIST_REFUNDS_EVERY_MS || laneDeps.signal?.aborted) return
    refundsListedAt = time
    const since = new Date(time - LISTED_REFUNDS_AGE_MS)
    await recordForeignRefunds(laneDeps, provider, { since }).catch(deps.reportError)
  }

  return createLane(deps, provider.name, async (laneDeps) => {
    const listed = await deps.purchases.listOpen(deps.now())
    const open = listed.filter(({ payment }) =>
      [payment, ...(payment.further ?? [])].some((each) => each.provider === provider.name),
    )
    removeClosed(
      laneDeps.askedAt,
      open.map(({ purchaseId }) => purchaseId),
    )
    // Money that goes back comes first, however many orders were abandoned.
    const withRefund = open.filter((order) => hasDueRefund(laneDeps, provider, order))
    await runTasks(laneDeps, withRefund, (order) => sendRefunds(laneDeps, provider, order))

    const unpaid = open
      .flatMap(openPayments)
      .filter((payment) => providerOf(payment) === provider.name && isPaymentDue(laneDeps, provider, payment))
    await runTasks(laneDeps, byUrgency(unpaid, deps.now()), async (payment) => {
      const current = await reconcilePayment(laneDeps, provider, payment)
      if (current) await sendRefunds(laneDeps, provider, current)
    })
    await listRefunds(laneDeps)
  })
}

/** Removes the entries of orders that are no longer open. */
function removeClosed(askedAt: Map<string, number>, openIds: readonly string[]) {
  const open = new Set(openIds)
  for (const key of askedAt.keys()) {
    const [purchaseId = ''] = key.split(' ')
    if (!open.has(purchaseId)) askedAt.delete(key)
  }
}

/** Does the work for each order within the budget of a run, in the order given. */
async function runTasks<Task>(
  { now, reportError, signal }: LaneDeps,
  orders: readonly Task[],
  work: (order: Task) => Promise<void>,
) {
  const queue = orders.slice(0, ORDERS_PER_RUN)
  const endsAt = now().getTime() + RUN_MAX_MS
  let failures = 0

  const isOver = () => failures >= FAILURES_MAX || signal?.aborted || now().getTime() >= endsAt

  async function workOff() {
    while (!isOver()) {
      const order = queue.shift()
      if (order === undefined) return
      try {
        await work(order)
        failures = 0
      } catch (error) {
        failures += 1
        reportError(error)
      }
    }
  }

  await Promise.all(Array.from({ length: ORDERS_AT_ONCE }, workOff))
}

import { asPaise, type Paise, rupeesToPaise } from '@nashta/contracts/money'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import type { PlacePurchaseBody } from '@nashta/contracts/orders/purchase'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { BillStore } from '../../apps/shop-api/src/bills/bill-store.ts'
import type { ProductRecord, ProductStore } from '../../apps/shop-api/src/catalogue/product-store.ts'
import { type OrderEvent, settleOrder } from '../../apps/shop-api/src/orders/events/settle-order.ts'
import type { OrderTakingDeps } from '../../apps/shop-api/src/orders/order/order-taking.ts'
import type { Buyer } from '../../apps/shop-api/src/orders/order/unpaid-orders.ts'
import { changeOrder } from '../../apps/shop-api/src/orders/work/change-order.ts'
import { placePurchase, type PlacePurchaseDeps } from '../../apps/shop-api/src/orders/work/place-purchase.ts'
import { settleClaim } from '../../apps/shop-api/src/orders/work/settle-claim.ts'
import type { PaymentProvider } from '../../apps/shop-api/src/payments/payments.ts'
import { createUpiPayments } from '../../apps/shop-api/src/payments/upi/upi-payments.ts'
import { createTicket, type TicketDeps } from '../../apps/shop-api/src/tickets/tickets.ts'
import { CITIES, FIRST_NAMES, LAST_NAMES, NOTES, STREETS } from './demo-people.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** The orders are spread over this many days. */
const DAYS = 30
const COURIERS = ['Delhivery', 'Blue Dart', 'DTDC', 'India Post']
const COMPLAINTS = ['The box was open when it arrived', 'One packet of my order is missing']

/**
 * The relative number of orders in each hour of the day in India. Most come in the hour from 19:00.
 */
const ORDERS_BY_HOUR = [1, 1, 0, 0, 0, 1, 2, 4, 6, 8, 10, 12, 13, 11, 9, 9, 10, 12, 14, 16, 15, 11, 6, 3]
/** Contains each hour once for each of its orders, so a random entry is often a busy hour. */
const WEIGHTED_HOURS = ORDERS_BY_HOUR.flatMap((orders, hour) => Array<number>(orders).fill(hour))
/** India is 5½ hours ahead of UTC. */
const INDIA_OFFSET_MS = 5.5 * HOUR_MS

export type DemoDeps = Omit<
  PlacePurchaseDeps,
  'providers' | 'payments' | 'emailOf' | 'isMinor' | 'now' | 'randomBytes'
> &
  Pick<TicketDeps, 'tickets' | 'publicUrl'> & {
    products: ProductStore
    bills: BillStore
    /** The clock of the stores. `addDemoOrders` sets the clock to the time of each step. */
    clock: { now: Date }
    /** Like `Math.random`. */
    random: () => number
  }

/** One thing that happens to an order. */
type Step = { at: Date; run: () => Promise<unknown> }

/** Plans a change of one order by the operator. `hours` is the time since the order was placed. */
type PlanChange = (hours: number, event: OrderEvent) => Step

/**
 * Places orders over the last 30 days, and packs, ships and delivers them according to their age.
 * All steps run through the shop's use cases in order of time, so that stock, sales, log and
 * timelines agree. Returns the number of orders that were placed.
 */
export async function addDemoOrders(deps: DemoDeps, count: number): Promise<number> {
  const now = deps.clock.now
  const orders = createRandomOrders(deps)
  const products = await deps.products.list()
  if (products.length === 0) throw new Error('The catalogue is empty: start the store once, then stop it')
  const steps: Step[] = []
  let placed = 0
  for (let number = 0; number < count; number += 1) {
    const at = orders.pickTimeBefore(now)
    const run = async () => {
      const laterSteps = await orders.place(products, at, now)
      if (laterSteps === null) return
      placed += 1
      // Steps after `now` have not happened yet. For example, a young order is not shipped yet.
      for (const step of laterSteps) if (step.at < now) insertByTime(steps, step)
    }
    insertByTime(steps, { at, run })
  }
  for (let step = steps.shift(); step; step = steps.shift()) {
    deps.clock.now = step.at
    await step.run()
  }
  deps.clock.now = now
  return placed
}

function insertByTime(steps: Step[], step: Step) {
  const index = steps.findIndex(({ at }) => at > step.at)
  steps.splice(index === -1 ? steps.length : index, 0, step)
}

function lastMidnightInIndia(now: Date): number {
  const localTime = now.getTime() + INDIA_OFFSET_MS
  return now.getTime() - (localTime % DAY_MS)
}

/** Makes random orders: picks their times, places them, and plans what happens to them later. */
function createRandomOrders(deps: DemoDeps) {
  const { clock, random } = deps
  /** A random whole number from 0 up to `end`, without `end`. */
  const randomBelow = (end: number) => Math.floor(random() * end)
  const pick = <T>(choices: readonly T[]) => choices[randomBelow(choices.length)] as T
  const chance = (probability: number) => random() < probability
  const randomBytes = (size: number) => Buffer.from(Array.from({ length: size }, () => randomBelow(256)))
  const useCaseDeps = { ...deps, now: () => clock.now, randomBytes }
  // All changes are before the current time, so the demo operator's sign-in is never too old.
  const signedInAt = Math.floor(clock.now.getTime() / 1000)
  const operator: Caller = { sub: 'demo-operator', username: 'demo', groups: ['admin'], signedInAt }

  /** Picks a time of the last 30 days before `now`, more often in the evening than at night. */
  function pickTimeBefore(now: Date): Date {
    const hour = pick(WEIGHTED_HOURS)
    const midnight = lastMidnightInIndia(now) - randomBelow(DAYS) * DAY_MS
    const at = midnight + (hour + random()) * HOUR_MS
    return new Date(at < now.getTime() ? at : at - DAY_MS)
  }

  /** The first products of the catalogue are bought most. */
  const pickPopular = (products: readonly ProductRecord[]) =>
    pick(products.slice(0, 1 + randomBelow(products.length)))

  function newShopper() {
    const [first, last] = [pick(FIRST_NAMES), pick(LAST_NAMES)]
    const { city, state, pincode } = pick(CITIES)
    const name = `${first} ${last}`
    return {
      userId: `demo-${first}-${last}`.toLowerCase(),
      email: `${first}.${last}@example.in`.toLowerCase(),
      address: {
        fullName: name,
        addressLine1: `${1 + randomBelow(200)} ${pick(STREETS)}`,
        city,
        state,
        pincode,
        phoneNumber: `${pick(['6', '7', '8', '9'])}${String(randomBelow(1e9)).padStart(9, '0')}`,
      },
    }
  }

  /** Places one order and returns its later steps; null when the shop refused the order. */
  async function place(products: readonly ProductRecord[], at: Date, now: Date): Promise<Step[] | null> {
    const { userId, email, address: shippingAddress } = newShopper()
    const chosen = new Set(Array.from({ length: 1 + randomBelow(4) }, () => pickPopular(products)))
    const items = Array.from(chosen, ({ products_id }) => ({
      productId: products_id,
      quantity: 1 + randomBelow(3),
    }))
    const ageHours = (now.getTime() - at.getTime()) / HOUR_MS
    // Some shoppers claim to have paid by UPI. A claim expires after 48 hours. Only orders of the
    // last 24 hours get a claim, so every claim stays open for at least another day.
    const isClaimed = ageHours < 24 && chance(0.3)
    const method = isClaimed ? 'upi' : pick(['cod', 'card', 'card'] as const)
    const body = { items, shippingAddress, paymentDetails: PAYMENT_DETAILS[method] }
    const key = randomBytes(12).toString('hex')
    const placeDeps = {
      ...useCaseDeps,
      providers: [method === 'upi' ? UPI_PROVIDER : CARD_PROVIDER],
      payments: DEMO_PAYMENTS,
      emailOf: async () => email,
      isMinor: () => false,
    }
    const placed = await placeUnlessRefused(placeDeps, { userId, email }, body, key)
    if (placed === null) return null
    const { purchaseId, payment } = placed.purchase
    // The shop asks the shopper to confirm a first cash order, and no demo shopper does.
    if (payment?.state === 'unconfirmed') return []

    const hoursLater = (hours: number, run: Step['run']): Step => ({
      at: new Date(at.getTime() + hours * HOUR_MS),
      run,
    })
    if (isClaimed) {
      const reference = String(100_000_000_000 + randomBelow(1e9))
      const claim = (): Promise<unknown> =>
        settleClaim(reference, (event) =>
          deps.purchases.update(purchaseId, (order) =>
            settleOrder(order, event, { at: clock.now, calendar: {} }),
          ),
        )
      return [hoursLater(0.1, claim)]
    }

    // The demo operator has no e-mail address.
    const changeDeps = { ...useCaseDeps, emailOf: async () => null, fullNameOf: async () => null }
    const planChange: PlanChange = (hours, event) => {
      const change = { caller: operator, makeEvent: () => event }
      return hoursLater(hours, () => changeOrder(changeDeps, purchaseId, change))
    }
    const steps = planSteps(planChange)
    if (chance(0.05)) {
      const text = pick(NOTES)
      steps.push(planChange(1.5, { kind: 'noted', key, text, by: operator.username }))
    }
    if (chance(0.004)) {
      const ticket = { name: shippingAddress.fullName, email, orderNumber: orderNumber(purchaseId) }
      const input = { ...ticket, text: pick(COMPLAINTS) }
      steps.push(hoursLater(90, () => createTicket(useCaseDeps, input, { isAboutOrder: true })))
    }
    return steps
  }

  /**
   * One order in twenty is cancelled. All others are packed, shipped and delivered within some
   * days.
   */
  function planSteps(planChange: PlanChange): Step[] {
    return chance(0.05) ? planCancellation(planChange) : planDelivery(planChange)
  }

  function planDelivery(planChange: PlanChange): Step[] {
    const packing = 3 + random() * 20
    const shipping = packing + 1 + random() * 20
    const courier = pick(COURIERS)
    const trackingNumber = `${courier.slice(0, 2).toUpperCase()}${randomBelow(1e9)}`
    return [
      planChange(packing - 0.2, { kind: 'packingBegun' }),
      planChange(packing, { kind: 'packed' }),
      planChange(packing + 0.1, { kind: 'printed' }),
      planChange(shipping, { kind: 'shipped', parcel: { courier, trackingNumber } }),
      planChange(shipping + 24 + random() * 72, { kind: 'delivered' }),
    ]
  }

  return { pickTimeBefore, place }
}

/**
 * The cancellation of a paid order requests the refund R1, which is done six minutes later. A cash
 * order has no refund, so the second step changes nothing.
 */
function planCancellation(planChange: PlanChange): Step[] {
  const result = { kind: 'done', reference: 'demo' } as const
  return [
    planChange(2, { kind: 'cancelledByShop', reason: 'The customer asked for it' }),
    planChange(2.1, { kind: 'refundSettled', refundId: 'R1', result }),
  ]
}

/** The shop refuses some orders, for example because a product is sold out. The result is then null. */
async function placeUnlessRefused(...order: Parameters<typeof placeAtCurrentPrice>) {
  try {
    return await placeAtCurrentPrice(...order)
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

/**
 * Places the order in two attempts, because the total is not known here. The first attempt sends
 * the total 0 and is refused. The refusal contains the right total for the second attempt, in
 * rupees, whereas the `totalAmount` of a parsed body is in paise.
 */
async function placeAtCurrentPrice(
  deps: PlacePurchaseDeps,
  buyer: Buyer,
  body: Omit<PlacePurchaseBody, 'totalAmount'>,
  key: string,
) {
  const place = (totalPaise: Paise) => placePurchase(deps, buyer, { ...body, totalAmount: totalPaise }, key)
  try {
    return await place(asPaise(0))
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'PRICE_CHANGED') throw error
    const { totalAmount: totalRupees } = error.details as { totalAmount: number }
    return place(rupeesToPaise(totalRupees))
  }
}

const PAYMENT_DETAILS: Record<'cod' | 'upi' | 'card', PlacePurchaseBody['paymentDetails']> = {
  cod: { method: 'cod' },
  upi: { method: 'hosted', choice: 'upi' },
  card: { method: 'hosted', choice: 'card' },
}

const UPI_PROVIDER = createUpiPayments(async () => ({ id: 'nashta@example', name: 'Nashta' }))

/** The orders are paid with these settings, whatever settings the shop has. */
const DEMO_PAYMENTS: OrderTakingDeps['payments'] = {
  providers: ['simulator'],
  isPublic: false,
  lifetimeMs: undefined,
  razorpay: { url: 'https://api.razorpay.com' },
}

/** Approves every card payment, and moves no money. */
const CARD_PROVIDER: PaymentProvider = {
  name: 'simulator',
  methods: [{ method: 'card', way: 'redirect' }],
  polling: null,
  begin: async ({ key, amountPaise }) => ({ kind: 'approved', transactionId: `demo_${key}`, amountPaise }),
  receive: async () => null,
  find: async () => null,
  refund: async () => ({ kind: 'done', reference: 'demo' }),
  findRefund: async (reference) => ({ kind: 'done', reference }),
  listForeignRefunds: async () => [],
}

import { asPaise } from '@nashta/contracts/money'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import type { PlacePurchaseBody } from '@nashta/contracts/orders/purchase'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { ProductRecord, ProductStore } from '../../catalogue/product-store.ts'
import type { PaymentProvider } from '../../payments/payments.ts'
import { createUpiPayments } from '../../payments/upi/upi-payments.ts'
import { createTicket, type TicketDeps } from '../../tickets/tickets.ts'
import { changeOrder } from '../desk/change-order.ts'
import { type Buyer, placePurchase, type PlacePurchaseDeps } from '../place-purchase.ts'
import { type OrderEvent, settleOrder } from '../settlement/settle-order.ts'
import { CITIES, FIRST_NAMES, LAST_NAMES, NOTES, STREETS } from './demo-people.ts'

const HOUR_MS = 60 * 60 * 1000
const DAYS = 30
const COURIERS = ['Delhivery', 'Blue Dart', 'DTDC', 'India Post']
const COMPLAINTS = ['The box was open when it arrived', 'One packet of my order is missing']

/** The relative number of orders in each hour of the day in India. */
const ORDERS_BY_HOUR = [1, 1, 0, 0, 0, 1, 2, 4, 6, 8, 10, 12, 13, 11, 9, 9, 10, 12, 14, 16, 15, 11, 6, 3]
/** Each hour as often as it has orders, so that a random entry is an hour with many orders more often. */
const WEIGHTED_HOURS = ORDERS_BY_HOUR.flatMap((orders, hour) => Array<number>(orders).fill(hour))
/** India is 5½ hours ahead of UTC. */
const INDIA_HOURS = 5.5

export type DemoDeps = Omit<PlacePurchaseDeps, 'providers' | 'emailOf' | 'now' | 'randomBytes'> &
  Pick<TicketDeps, 'tickets' | 'publicUrl'> & {
    products: ProductStore
    /** The clock of the stores. It is set to the time of each step. */
    clock: { now: Date }
    /** Returns a number from 0 up to 1, without 1. */
    random: () => number
  }

/** One thing that happens to an order. */
type Step = { at: Date; run: () => Promise<unknown> }

/**
 * Places orders over the last 30 days, and packs, ships and delivers them according to their age. Everything runs
 * through the shop's use cases, in order of time, so that stock, sales, log and timelines agree. Returns how many
 * were placed.
 */
export async function addDemoOrders(deps: DemoDeps, count: number): Promise<number> {
  const now = deps.clock.now
  const demo = createDemo(deps)
  const products = await deps.products.list()
  if (products.length === 0) throw new Error('The catalogue is empty: start the store once, then stop it')
  const steps: Step[] = []
  let placed = 0
  for (let number = 0; number < count; number += 1) {
    const at = demo.timeBefore(now)
    const run = async () => {
      const following = await demo.place(products, at, now)
      if (following === null) return
      placed += 1
      for (const step of following) if (step.at < now) insertByTime(steps, step)
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

function createDemo(deps: DemoDeps) {
  const { clock, random } = deps
  const below = (end: number) => Math.floor(random() * end)
  const one = <T>(choices: readonly T[]) => choices[below(choices.length)] as T
  const chance = (probability: number) => random() < probability
  const randomBytes = (size: number) => Buffer.from(Array.from({ length: size }, () => below(256)))
  const shared = { ...deps, now: () => clock.now, randomBytes }
  const operator: Caller = { sub: 'demo-operator', username: 'demo', groups: ['admin'] }

  /** A random time of the last 30 days, more often in the evening than at night, and never after `now`. */
  function timeBefore(now: Date): Date {
    const hour = one(WEIGHTED_HOURS)
    const today = Math.floor(now.getTime() / (24 * HOUR_MS)) * 24 * HOUR_MS
    const day = today - below(DAYS) * 24 * HOUR_MS
    const at = day + (hour - INDIA_HOURS + random()) * HOUR_MS
    return new Date(at < now.getTime() ? at : at - 24 * HOUR_MS)
  }

  /** The first products of the catalogue are bought most. */
  const pickPopular = (products: readonly ProductRecord[]) =>
    one(products.slice(0, 1 + below(products.length)))

  function newShopper() {
    const [first, last] = [one(FIRST_NAMES), one(LAST_NAMES)]
    const { city, state, pincode } = one(CITIES)
    const name = `${first} ${last}`
    return {
      userId: `demo-${first}-${last}`.toLowerCase(),
      email: `${first}.${last}@example.in`.toLowerCase(),
      address: {
        fullName: name,
        addressLine1: `${1 + below(200)} ${one(STREETS)}`,
        city,
        state,
        pincode,
        phoneNumber: `${one(['6', '7', '8', '9'])}${String(below(1e9)).padStart(9, '0')}`,
      },
    }
  }

  /** Places one order, and returns the later steps of it; null when it could not be placed. */
  async function place(products: readonly ProductRecord[], at: Date, now: Date): Promise<Step[] | null> {
    const { userId, email, address: shippingAddress } = newShopper()
    const chosen = new Set(Array.from({ length: 1 + below(4) }, () => pickPopular(products)))
    const items = Array.from(chosen, ({ products_id }) => ({
      productId: products_id,
      quantity: 1 + below(3),
    }))
    const ageHours = (now.getTime() - at.getTime()) / HOUR_MS
    // A claim to have paid by UPI expires after 48 hours, so only young orders have one.
    const isClaimed = ageHours < 24 && chance(0.3)
    const method = isClaimed ? 'upi' : one(['cod', 'card', 'card'] as const)
    const body = { items, shippingAddress, paymentDetails: PAYMENTS[method] }
    const providers = [method === 'upi' ? UPI : CARDS]
    const key = randomBytes(12).toString('hex')
    try {
      const placing = { ...shared, providers, emailOf: async () => email }
      const { purchase } = await placeAtCurrentPrice(placing, { userId, email }, body, key)
      const { purchaseId } = purchase
      const hoursLater = (hours: number, run: () => Promise<unknown>): Step => ({
        at: new Date(at.getTime() + hours * HOUR_MS),
        run,
      })
      const change = (event: OrderEvent) => () =>
        changeOrder({ ...shared, emailOf: async () => null }, purchaseId, {
          caller: operator,
          event: () => event,
        })
      if (isClaimed) {
        const reference = String(100_000_000_000 + below(1e9))
        const claim = (): Promise<unknown> =>
          deps.purchases.update(purchaseId, (order) =>
            settleOrder(order, { kind: 'claimed', reference }, clock.now),
          )
        return [hoursLater(0.1, claim)]
      }
      const steps = stepsOf(hoursLater, change)
      if (chance(0.05)) {
        const text = one(NOTES)
        steps.push(hoursLater(1.5, change({ kind: 'noted', key, text, by: operator.username })))
      }
      if (chance(0.004)) {
        const ticket = { name: shippingAddress.fullName, email, orderNumber: orderNumber(purchaseId) }
        steps.push(hoursLater(90, () => createTicket(shared, { ...ticket, text: one(COMPLAINTS) })))
      }
      return steps
    } catch (error) {
      // The shop refused the order, for example because it does not deliver there or a product is sold out by now.
      if (error instanceof ServiceError) return null
      throw error
    }
  }

  type HoursLater = (hours: number, run: () => Promise<unknown>) => Step

  /** An order is packed within a day, shipped soon after and delivered after some days; one in twenty is cancelled. */
  function stepsOf(hoursLater: HoursLater, change: (event: OrderEvent) => () => Promise<unknown>): Step[] {
    if (chance(0.05)) {
      // The refund of a paid order is its first one. A cash order has none, and this event does not change it.
      const refunded = {
        kind: 'refundSettled',
        refundId: 'R1',
        result: { kind: 'done', reference: 'demo' },
      } as const
      return [
        hoursLater(2, change({ kind: 'cancelledByShop', reason: 'The customer asked for it' })),
        hoursLater(2.1, change(refunded)),
      ]
    }
    const packing = 3 + random() * 20
    const shipping = packing + 1 + random() * 20
    const courier = one(COURIERS)
    const trackingNumber = `${courier.slice(0, 2).toUpperCase()}${below(1e9)}`
    return [
      hoursLater(packing - 0.2, change({ kind: 'packingBegun' })),
      hoursLater(packing, change({ kind: 'packed' })),
      hoursLater(packing + 0.1, change({ kind: 'printed' })),
      hoursLater(shipping, change({ kind: 'shipped', shipment: { courier, trackingNumber } })),
      hoursLater(shipping + 24 + random() * 72, change({ kind: 'delivered' })),
    ]
  }

  return { timeBefore, place }
}

/** The first attempt sends a wrong total. Its refusal contains the right one, in rupees, for the second attempt. */
async function placeAtCurrentPrice(
  deps: PlacePurchaseDeps,
  buyer: Buyer,
  body: Omit<PlacePurchaseBody, 'totalAmount'>,
  key: string,
) {
  const place = (totalAmount: number) =>
    placePurchase(deps, buyer, { ...body, totalAmount: asPaise(totalAmount) }, key)
  try {
    return await place(0)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'PRICE_CHANGED') throw error
    const { totalAmount } = error.details as { totalAmount: number }
    return place(Math.round(totalAmount * 100))
  }
}

const PAYMENTS: Record<'cod' | 'upi' | 'card', PlacePurchaseBody['paymentDetails']> = {
  cod: { method: 'cod' },
  upi: { method: 'hosted', choice: 'upi' },
  card: { method: 'hosted', choice: 'card' },
}

const UPI = createUpiPayments({ vpa: 'nashta@example', name: 'Nashta' })

/** Approves every card and charges none. */
const CARDS: PaymentProvider = {
  name: 'simulator',
  methods: [{ method: 'card', way: 'redirect' }],
  refundsByHand: false,
  polling: null,
  begin: async ({ key, amountPaise }) => ({ kind: 'approved', transactionId: `demo_${key}`, amountPaise }),
  receive: async () => null,
  find: async () => null,
  refund: async () => ({ kind: 'done', reference: 'demo' }),
}

import { randomUUID } from 'node:crypto'
import { createRandom, type Random } from '@nashta/contracts/catalogue/random.fixture'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { GOODS_FATES, type GoodsFate } from '@nashta/contracts/orders/desk/order-calls'
import { expectFigures, type Proof } from '../proof.ts'
import { runConcurrently } from '../run-concurrently.ts'
import { CARD, createAdmin, createShoppers, DONUT, donutOrder, itemAt, type Shopper } from '../shopper.ts'

const SHOPPERS = 8
const ORDERS_AT_ONCE = 4
const QUANTITY_MAX = 4
const STOCK = 100_000
/** The random steps that each of the operators does at the same time. */
const RANDOM_STEPS = 5
const CANCEL_REASON = 'Cancelled by a call'

/**
 * The first steps of an order, one after the other. The next order begins with the next list, so
 * that each defence is needed by some order, however the later steps are raced.
 */
const FIRST_STEPS: StepName[][] = [
  // A pack screen is open while units are refunded.
  ['openScreen', 'refundOne', 'closeScreen', 'ship'],
  // Units are refunded after packing.
  ['openScreen', 'closeScreen', 'refundOne', 'ship', 'shipInBulk', 'openScreen', 'closeScreen', 'ship'],
  // Units are refunded after a slip was printed.
  ['printSlip', 'refundOne', 'ship', 'openScreen', 'closeScreen'],
  // Nothing is left to pack.
  ['refundOne', 'refundAllUnits', 'openScreen', 'ship'],
  // A broken unit, then the whole order.
  ['refundOne', 'cancel'],
  // The parcel comes back.
  ['ship', 'cancel', 'goodsBackTwice'],
  ['ship', 'refundOne', 'goodsBackTwice', 'refundRest'],
  [],
]

type StepName =
  | 'openScreen'
  | 'closeScreen'
  | 'printSlip'
  | 'refundOne'
  | 'refundAllUnits'
  | 'refundRest'
  | 'ship'
  | 'shipInBulk'
  | 'cancel'
  | 'goodsBackTwice'

/** Steps that different people do at the same time. Only one person packs an order. */
const PEOPLE: StepName[][] = [
  ['openScreen', 'closeScreen', 'printSlip'],
  ['refundOne', 'refundOne', 'refundAllUnits', 'refundRest'],
  ['ship', 'shipInBulk', 'goodsBackTwice', 'cancel'],
]

type Totals = Record<'refunds' | 'shipped' | 'cancelled' | 'screens' | 'stale' | 'unitsOut', number>

export const refundsAgainstPacking: Proof = {
  id: 'R22',
  test: 'Refunds and cancellations while orders are printed, packed and shipped, by several operators at once',
  sizes: { quick: 24, short: 400, nightly: 5000 },
  unit: 'orders',
  async run(context, size) {
    const dataFolder = context.freshFolder()
    const { url } = await context.startStore({ DATA_DIR: dataFolder })
    const admin = await createAdmin(url, dataFolder)
    const shoppers = await createShoppers(url, SHOPPERS)
    await admin.call('PUT', `/products/${DONUT.productId}`, { stock: STOCK })
    const totals: Totals = { refunds: 0, shipped: 0, cancelled: 0, screens: 0, stale: 0, unitsOut: 0 }
    const faults: string[] = []
    await runConcurrently(size, ORDERS_AT_ONCE, async (index) => {
      const fault = await playOrder(admin, itemAt(shoppers, index), index, totals)
      if (fault !== null) faults.push(`order ${index}: ${fault}`)
    })
    const { body } = await admin.call('GET', `/products/${DONUT.productId}`)
    const { stock } = (body as { data: { stock: number } }).data
    expectFigures({
      faults: [faults.slice(0, 5).join(', '), ''],
      'stock and units that left it': [stock + totals.unitsOut, STOCK],
      'a screen was out of date': [totals.stale > 0, true],
    })
    return `${size} orders, ${totals.refunds} refunds, ${totals.screens} screens and slips read, ${totals.stale} steps of old screens refused, ${totals.shipped} orders shipped, ${totals.cancelled} cancelled: each screen and slip showed what was ordered less what was refunded, no refunded unit was shipped, stock exact`
  },
  mutations: [
    {
      what: 'refunded units are still packed',
      file: 'apps/shop-api/src/orders/order/to-pack.ts',
      from: 'goods?.isLeftOut ? goods.units : []',
      to: 'goods?.isLeftOut ? [] : []',
    },
    {
      what: 'an order with nothing left to pack stays in the queue',
      file: 'apps/shop-api/src/orders/events/refund/refund-requested.ts',
      from: 'const endsOrder = goods.isLeftOut && leavesNothingToPack(order, goods)',
      to: 'const endsOrder = false',
    },
    {
      what: 'a packed order stays packed when units are refunded',
      file: 'apps/shop-api/src/orders/events/refund/refund-requested.ts',
      from: 'order: isContentChanged ? withChangedContent(decided.order, at) : decided.order,',
      to: 'order: decided.order,',
    },
    {
      what: 'a pack screen that is out of date may finish',
      file: 'apps/shop-api/src/orders/work/change-order.ts',
      from: 'if (hasChangedSince) return acceptOnlyRepeat(order, settle)',
      to: '',
    },
    {
      what: 'a cancelled order returns units that are lost',
      file: 'apps/shop-api/src/orders/events/rules/goods.ts',
      from: 'order: { ...order, taken: subtractUnits(order.taken, units) },',
      to: "order: fate === 'lost' ? order : { ...order, taken: subtractUnits(order.taken, units) },",
    },
    {
      what: 'goods that are back are returned as often as an operator says so',
      file: 'apps/shop-api/src/orders/events/refund/goods-settled.ts',
      from: 'withExpected(withTimeline(wasted, at, entry), [])',
      to: 'withTimeline(wasted, at, entry)',
    },
  ],
}

/** Plays the steps of one order, and adds to `totals`. Returns the first fault, or null. */
async function playOrder(admin: Shopper, shopper: Shopper, index: number, totals: Totals) {
  const random = createRandom(index + 1)
  const quantity = 2 + random.below(QUANTITY_MAX - 1)
  const placed = await shopper.call('POST', `/purchases/${shopper.userId}`, donutOrder(quantity, CARD), {
    [IDEMPOTENCY_KEY_HEADER]: randomUUID(),
  })
  if (placed.status !== 201) throw new Error(`an order got ${placed.status}`)
  const { purchaseId } = (placed.body as { data: { purchaseId: string } }).data
  const play = createSteps(admin, purchaseId, random, totals)

  for (const name of itemAt(FIRST_STEPS, index)) await play.steps[name]()
  await Promise.all(
    PEOPLE.map(async (names) => {
      for (let step = 0; step < RANDOM_STEPS; step += 1) await play.steps[random.one(names)]()
    }),
  )
  await play.steps.goodsBackTwice()
  const order = await play.read()
  totals.refunds += order.refunds?.length ?? 0
  if (order.orderStatus === 'CANCELLED') totals.cancelled += 1
  if (isShipped(order)) totals.shipped += 1
  totals.unitsOut += unitsOut(order)
  return play.faults()[0] ?? parcelFault(order, play.parcel())
}

function createSteps(admin: Shopper, purchaseId: string, random: Random, totals: Totals) {
  const path = `/admin/orders/${purchaseId}`
  const faults: string[] = []
  /** What the open pack screen shows; null when none is open. */
  let screen: { units: number; version: string } | null = null
  /** The units that a packer put into the parcel last, by a screen or a slip; null for none. */
  let parcel: number | null = null

  async function post(action: string, body: object, key: string = randomUUID()) {
    const response = await admin.call('POST', `${path}/${action}`, body, { [IDEMPOTENCY_KEY_HEADER]: key })
    if (response.status === 412) totals.stale += 1
    if (![200, 409, 412].includes(response.status))
      faults.push(`${action} got ${response.status} ${JSON.stringify(response.body)}`)
    return { status: response.status, order: (response.body as { data: DeskOrder }).data }
  }
  /** Every screen is checked as it is read: the response has the refunds too. */
  function check(order: DeskOrder): DeskOrder {
    totals.screens += 1
    const fault = screenFault(order)
    if (fault !== null) faults.push(fault)
    return order
  }
  async function read(): Promise<DeskOrder> {
    const { body } = await admin.call('GET', path)
    return check((body as { data: DeskOrder }).data)
  }
  /** The reason of a refund is the fate of its goods, which `unitsOut` reads. */
  async function refund(items: { productId: string; quantity: number }[] | undefined) {
    const fate = random.one(GOODS_FATES)
    const body = { reason: fate, goods: fate, ...(items && { items }) }
    const key = randomUUID()
    // Two presses of one button.
    await Promise.all([post('refund', body, key), post('refund', body, key)])
  }
  const bulk = async (body: object) => {
    const { body: reply } = await admin.call('POST', '/admin/orders/bulk', {
      orderIds: [purchaseId],
      ...body,
    })
    return (reply as { data: { results: { result: string }[] } }).data.results[0]?.result
  }
  const steps: Record<StepName, () => Promise<unknown>> = {
    async openScreen() {
      const order = await read()
      const { status, order: begun } = await post('pack', { step: 'begin', version: order.version })
      screen = status === 200 ? { units: order.itemsToPack, version: begun.version } : null
    },
    async closeScreen() {
      if (!screen) return
      const { units, version } = screen
      screen = null
      if ((await post('pack', { step: 'finish', version })).status === 200) parcel = units
    },
    async printSlip() {
      const { body } = await admin.call('GET', `/admin/orders/print?ids=${purchaseId}`)
      const [document] = (body as { data: { documents: { order: DeskOrder }[] } }).data.documents
      if (!document) return
      const order = check(document.order)
      const versions = { [purchaseId]: order.version }
      const isPacked = order.packing?.packedAt !== undefined
      if ((await bulk({ action: 'printed', versions })) === 'done' && !isPacked) parcel = order.itemsToPack
    },
    refundOne: () => refund([{ productId: DONUT.productId, quantity: 1 }]),
    async refundAllUnits() {
      const { lines } = await read()
      const units = lines[0]?.refundable ?? 0
      if (units > 0) await refund([{ productId: DONUT.productId, quantity: units }])
    },
    refundRest: () => refund(undefined),
    async ship() {
      const { version } = await read()
      await post('ship', { courier: 'Delhivery', version })
    },
    shipInBulk: () => bulk({ action: 'ship', courier: 'Delhivery' }),
    cancel: () => post('cancel', { reason: CANCEL_REASON, goods: random.one(GOODS_FATES) }),
    async goodsBackTwice() {
      const { actions } = await read()
      if (!actions.some(({ action, allowed }) => action === 'goods' && allowed)) return
      await Promise.all([post('goods', { goods: 'back' }), post('goods', { goods: 'back' })])
    },
  }
  return { steps, read, faults: () => faults, parcel: () => parcel }
}

/** Checks one screen by itself: while the order is in the shop, it shows ordered less refunded. */
function screenFault(order: DeskOrder): string | null {
  const { lines, itemsToPack, orderStatus, hasLeftShop } = order
  const [line] = lines
  if (!line || line.toPack !== itemsToPack) return `${itemsToPack} items and ${line?.toPack} of the line`
  if (orderStatus === 'CANCELLED') return itemsToPack === 0 ? null : `${itemsToPack} of a cancelled order`
  if (hasLeftShop) return null
  const left = line.quantity - itemUnits(order.refunds ?? [])
  if (itemsToPack !== left) return `${itemsToPack} to pack, ${left} are not refunded`
  return left === 0 ? 'nothing is left to pack, and the order is not cancelled' : null
}

/** Checks what a courier got: the units that were not refunded before, and those the packer packed. */
function parcelFault(order: DeskOrder, parcel: number | null): string | null {
  if (!isShipped(order) || order.orderStatus === 'CANCELLED') return null
  const [line] = order.lines
  const shippedIndex = order.timeline.findIndex(({ kind }) => kind === 'shipped')
  const before = order.timeline.slice(0, shippedIndex).filter(({ kind }) => kind === 'refundRequested').length
  const wanted = (line?.quantity ?? 0) - itemUnits((order.refunds ?? []).slice(0, before))
  if (order.itemsToPack !== wanted) return `${order.itemsToPack} shipped, ${wanted} were not refunded`
  return parcel === null || parcel === wanted ? null : `${parcel} in the parcel, ${wanted} were not refunded`
}

function isShipped({ timeline }: DeskOrder) {
  return timeline.some(({ kind }) => kind === 'shipped')
}

function itemUnits(refunds: NonNullable<DeskOrder['refunds']>) {
  return refunds.flatMap(({ items = [] }) => items).reduce((sum, { quantity }) => sum + quantity, 0)
}

/** The units that the order took from the stock and that did not come back. */
function unitsOut(order: DeskOrder): number {
  let left = order.lines[0]?.quantity ?? 0
  let lost = 0
  for (const refund of order.refunds ?? []) {
    const { reason = '', items } = refund
    if (reason === CANCEL_REASON) continue
    const units = items ? itemUnits([refund]) : left
    left -= units
    if (reason === ('lost' satisfies GoodsFate)) lost += units
  }
  if (order.orderStatus !== 'CANCELLED') return lost + left
  // The goods of a cancelled order are lost only if they had left the shop and an operator said so.
  const entries = order.timeline.map(({ kind, note }) => `${kind} ${note ?? ''}`)
  const cancelled = entries.indexOf(`cancelled ${CANCEL_REASON}`)
  const isLost = cancelled !== -1 && entries.slice(cancelled).some((entry) => entry.startsWith('goodsLost'))
  return isLost ? lost + left : lost
}

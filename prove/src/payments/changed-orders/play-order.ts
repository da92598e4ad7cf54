import { createRandom } from '@nashta/contracts/catalogue/random.fixture'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import type { Fleet } from '../../fleet/fleet.ts'
import { CARD, itemAt } from '../../shopper.ts'
import {
  ADDRESS,
  itemsOf,
  orderCalls,
  type OrderCalls,
  priceOf,
  readOrder,
  type Snack,
  SNACKS,
  toPaise,
  type Units,
} from './order-calls.ts'

/** The steps of a history after its order is placed. */
const STEPS = 14
const UNITS_MAX = 4
/** Paid on a page of the bank. */
const BANK_CARD = '4000000000003220'
/** Its outcome is unknown for five seconds. */
const PENDING_CARD = '4000000000000119'
const DECLINED_CARD = '4000000000000002'

/** How the order is placed and paid: by a shopper, or by an operator. */
const WAYS = ['card', 'pendingCard', 'bank', 'cod', 'deskCash', 'deskDelivery', 'deskLink'] as const
type Way = (typeof WAYS)[number]

/** What the proof knows of an order that the shop does not tell it. */
export type Played = {
  purchaseId: string
  way: Way
  /** The money that people have given to the shop without a provider, in paise. */
  handInPaise: number
  /** The edits and replacements that the shop has accepted. */
  edits: number
  replacements: string[]
  /** Units of the order that are gone for sure, and those that may be gone. */
  wasted: Units
  mayBeLost: Units
  /** How often each step was accepted. */
  accepted: Map<string, number>
}

function allUnits({ lines }: DeskOrder): Units {
  return Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity]))
}

/** Whatever happens to an order, one step after the other. `afterStep` runs after each of them. */
export async function playOrder(fleet: Fleet, seed: number, afterStep: () => void): Promise<Played> {
  const random = createRandom(seed)
  const calls = orderCalls(fleet, seed)
  const way = itemAt(WAYS, seed)
  const placed = await placeOrder(calls, fleet, seed, way, randomUnits())
  const played: Played = {
    purchaseId: placed.purchaseId,
    way,
    handInPaise: way === 'deskCash' ? toPaise(placed.totalAmount) : 0,
    edits: 0,
    replacements: [],
    wasted: {},
    mayBeLost: {},
    accepted: new Map(),
  }
  const { purchaseId } = played
  const path = `/admin/orders/${purchaseId}`
  const ownPath =
    placed.linkToken === null ? `/purchases/order/${purchaseId}` : `/order-links/${placed.linkToken}`
  /** The fields of bank pages that are open in the shopper's browser. Each is paid at most once. */
  const bankPages: Record<string, string>[] = placed.bankPage ? [placed.bankPage] : []
  const read = () => readOrder(calls, purchaseId)

  function randomUnits(): Units {
    const first = random.below(SNACKS.length)
    const count = 1 + random.below(SNACKS.length)
    return Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        SNACKS[(first + index) % SNACKS.length],
        1 + random.below(UNITS_MAX),
      ]),
    )
  }
  /** Some of the units that can still be refunded, of one line. */
  function someUnits(order: DeskOrder): Units {
    const lines = order.lines.filter(({ refundable }) => refundable > 0)
    if (lines.length === 0) return {}
    const { productId, refundable } = random.one(lines)
    return { [productId]: 1 + random.below(refundable) }
  }
  function mayLose(units: Units) {
    for (const [snack, quantity] of Object.entries(units) as [Snack, number][])
      played.mayBeLost[snack] = (played.mayBeLost[snack] ?? 0) + quantity
  }
  async function act(name: string, action: string, body: object = {}) {
    const reply = await calls.operator('POST', `${path}/${action}`, body)
    return count(name, reply)
  }
  function count<R extends { status: number }>(name: string, reply: R): R {
    if (reply.status < 300) played.accepted.set(name, (played.accepted.get(name) ?? 0) + 1)
    return reply
  }
  async function payRest(card: string) {
    const { owed } = await read()
    if (!owed) return
    const paymentDetails = { ...CARD, cardNumber: card }
    const { status, data } = await calls.shopper('POST', `${ownPath}/rest`, {
      paymentDetails,
      amount: owed.amount,
    })
    if (status !== 200) return
    const form = data.owed?.payment?.form
    if (form) bankPages.push(form.fields)
    else count('payRest', { status })
  }
  /** The steps of operators. Each is tried only while the desk allows its action. */
  const operatorSteps: Record<string, (order: DeskOrder) => Promise<unknown>> = {
    async edit({ version }) {
      const phoneNumber = random.chance(0.2) ? '9000012345' : ADDRESS.phoneNumber
      const body = { items: itemsOf(randomUnits()), address: { ...ADDRESS, phoneNumber }, version }
      const tried = await calls.operator('POST', `${path}/edits/try`, body)
      if (tried.status !== 200) return
      const { status } = await act('edit', 'edits', { ...body, totalAmount: tried.data.edit.total.after })
      if (status === 200) played.edits += 1
    },
    takeBack: ({ edits = [] }) =>
      act('takeBack', 'edits/take-back', { editId: edits.at(-1)?.editId ?? 'E1' }),
    pack: ({ version }) =>
      act('pack', 'pack', { step: random.one(['claim', 'begin', 'finish', 'finish']), version }),
    unpack: () => act('unpack', 'pack', { step: 'undo' }),
    ship: () =>
      act('ship', 'ship', { courier: 'Delhivery', trackingNumber: random.chance(0.5) ? `D${seed}` : '' }),
    parcel: () => act('parcel', 'parcels', { courier: 'DTDC', trackingNumber: `N${random.below(3)}` }),
    async deliver({ payment, totalAmount }) {
      const { status } = await act('deliver', 'deliver')
      if (status === 200 && payment?.state === 'due') played.handInPaise += toPaise(totalAmount)
    },
    undelivered: () =>
      act('undelivered', 'undelivered', {
        outcome: random.one(['tryAgain', 'comingBack']),
        reason: random.one(['nobodyThere', 'refused']),
      }),
    async cancel(order) {
      if (!random.chance(0.2)) return
      const goods = random.one(['back', 'expected', 'lost'])
      const { status } = await act('cancel', 'cancel', { reason: 'Sold out', goods })
      if (status === 200 && goods === 'lost' && order.hasLeftShop) mayLose(allUnits(order))
    },
    async refund(order) {
      const isAmount = random.chance(0.5)
      const rest = toPaise(order.money?.remains)
      const items = someUnits(order)
      const goods = random.one(order.hasLeftShop ? ['back', 'expected', 'lost'] : ['back', 'lost'])
      const body = isAmount
        ? { amount: (1 + random.below(Math.max(1, Math.ceil(rest * random.one([0.2, 1, 1.5]))))) / 100 }
        : { items: itemsOf(items), goods }
      const { status } = await act(isAmount ? 'goodwill' : 'refund', 'refund', { ...body, reason: 'Broken' })
      if (status === 200 && !isAmount && goods === 'lost') mayLose(items)
    },
    async goods(order) {
      const expected: Units = Object.fromEntries(
        order.lines.map(({ productId, expectedBack }) => [productId, expectedBack]),
      )
      const isLost = random.chance(0.2)
      const waste = Object.fromEntries(
        Object.entries(expected).map(([snack, quantity]) => [snack, random.below(quantity + 1)]),
      )
      const wasted = itemsOf(waste)
      const body = isLost ? { goods: 'lost' } : { goods: 'back', ...(wasted.length > 0 && { waste: wasted }) }
      const { status } = await act(isLost ? 'goodsLost' : 'goodsBack', 'goods', body)
      if (status !== 200) return
      const gone = isLost ? expected : waste
      mayLose(gone)
      for (const [snack, quantity] of Object.entries(gone) as [Snack, number][])
        played.wasted[snack] = (played.wasted[snack] ?? 0) + quantity
    },
    async replace(order) {
      const body = { items: itemsOf(someUnits(order)), reason: 'Broken' }
      if (body.items.length === 0) return
      const { status, data } = await act('replace', 'replacement', body)
      if (status === 200) played.replacements.push(data.purchaseId)
    },
    async confirm({ totalAmount, owed }) {
      const body = { amount: owed?.amount ?? totalAmount, reference: `UTR${seed}x${played.handInPaise}` }
      const { status } = await act('confirm', 'confirm', body)
      if (status === 200) played.handInPaise += toPaise(body.amount)
    },
    async record({ totalAmount }) {
      if (!random.chance(0.3)) return
      const body = { amount: totalAmount, reference: `LATE${seed}x${played.handInPaise}` }
      const { status } = await act('record', 'payments', body)
      if (status === 200) played.handInPaise += toPaise(body.amount)
    },
    async revive({ totalAmount }) {
      if (!random.chance(0.5)) return
      const body = { amount: totalAmount, reference: `UTR${seed}x${played.handInPaise}` }
      const { status } = await act('revive', 'revive', body)
      if (status === 200) played.handInPaise += toPaise(body.amount)
    },
  }
  /** What shoppers and banks do, whether it is a good moment or not. */
  const otherSteps: Record<string, (order: DeskOrder) => Promise<unknown>> = {
    payRest: () => payRest(CARD.cardNumber),
    payRestAtBank: () => payRest(random.one([BANK_CARD, PENDING_CARD, DECLINED_CARD])),
    async bankPays() {
      const page = bankPages.shift()
      if (page) await calls.bank(page)
    },
    async refuse({ edits = [] }) {
      const editId = edits.at(-1)?.editId
      if (editId === undefined || !random.chance(0.4)) return
      count('refuse', await calls.shopper('POST', `${ownPath}/edits/refuse`, { editId }))
    },
    async shopperCancels() {
      if (!random.chance(0.1)) return
      count('shopperCancels', await calls.shopper('POST', `${ownPath}/cancel`, { reason: 'No' }))
    },
  }

  async function settleByHand() {
    const { refunds = [] } = await read()
    for (const { refundId, actions } of refunds)
      if (actions.includes('pay'))
        await act('payRefund', `refunds/${refundId}`, { state: 'done', reference: `R${refundId}` })
  }

  for (let step = 0; step < STEPS; step += 1) {
    const order = await read()
    const allowed = order.actions.filter(({ allowed: isAllowed }) => isAllowed).map(({ action }) => action)
    const names = [...allowed.filter((name) => operatorSteps[name]), ...Object.keys(otherSteps)]
    // What is owed is soon paid or undone, so these steps have few chances.
    if (order.owed) names.push('takeBack', 'payRest', 'payRest')
    const name = random.one(names)
    await (operatorSteps[name] ?? otherSteps[name])?.(order)
    afterStep()
  }
  // Some banks are late. Then whatever is still open is ended.
  while (bankPages.length > 0) await otherSteps['bankPays']?.(await read())
  if ((await read()).owed) await payRest(CARD.cardNumber)
  await settleByHand()
  return played
}

type Placed = {
  purchaseId: string
  totalAmount: number
  linkToken: string | null
  bankPage: Record<string, string> | null
}

async function placeOrder(
  { operator, shopper }: OrderCalls,
  fleet: Fleet,
  seed: number,
  way: Way,
  units: Units,
): Promise<Placed> {
  const items = itemsOf(units)
  const totalAmount = priceOf(units)
  if (way === 'deskCash' || way === 'deskDelivery' || way === 'deskLink') {
    const payment = {
      deskCash: { way: 'cash' },
      deskDelivery: { way: 'onDelivery' },
      deskLink: { way: 'link', method: 'upi' },
    }[way]
    const email = `history-${seed}@example.in`
    const taken = await operator('POST', '/admin/orders', {
      items,
      totalAmount,
      payment,
      address: ADDRESS,
      email,
    })
    if (taken.status !== 201) throw new Error(`an operator's order got ${taken.code}`)
    const { purchaseId, link } = taken.data.order
    return { purchaseId, totalAmount, linkToken: link.split('/').at(-1), bankPage: null }
  }
  const cards = { card: CARD.cardNumber, pendingCard: PENDING_CARD, bank: BANK_CARD }
  const paymentDetails = way === 'cod' ? { method: 'cod' } : { ...CARD, cardNumber: cards[way] }
  const body = { items, totalAmount, paymentDetails, shippingAddress: ADDRESS }
  const placed = await shopper('POST', `/purchases/${fleet.shopperAt(seed).userId}`, body)
  if (placed.status !== 201) throw new Error(`an order got ${placed.code}`)
  const { purchaseId, payment } = placed.data
  return { purchaseId, totalAmount, linkToken: null, bankPage: payment.form?.fields ?? null }
}

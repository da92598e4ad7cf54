import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import type { StockPage } from '@nashta/contracts/stock/stock'
import type { StoredHistory } from '../../fleet/fleet.ts'
import { type Snack, SNACKS, toPaise, type Units } from './order-calls.ts'
import type { Played } from './play-order.ts'

/** What the histories of all stocks say of one order: the units that are out because of it. */
type OutUnits = ReadonlyMap<string, Units>

type Facts = {
  played: Played
  order: DeskOrder
  replacements: readonly DeskOrder[]
  stored: StoredHistory
  out: OutUnits
}

/** The faults of an order and of its replacements, as a text; empty if there are none. */
export function faultsOf(facts: Facts): string {
  return [...moneyFaults(facts), ...stockFaults(facts), ...mailFaults(facts), ...editFaults(facts)].join(', ')
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)

/** What came in is the value of the order, and what went back; each paisa, by the provider's own book. */
function moneyFaults({ played, order, stored }: Facts): string[] {
  const { purchaseId, way, handInPaise } = played
  const { refunds = [], money, payment, orderStatus, totalAmount, owed } = order
  const charges = stored.charges.filter(({ key }) => key.split('-', 1)[0] === purchaseId)
  const takenPaise = sumOf(charges.map((charge) => charge.takenPaise))
  const sentPaise = sumOf(charges.map((charge) => charge.refundedPaise))
  const standing = refunds.filter(({ state }) => state !== 'failed')
  const paiseOf = (isWanted: (refund: (typeof standing)[number]) => boolean) =>
    sumOf(standing.filter(isWanted).map(({ amount }) => toPaise(amount)))
  const backPaise = paiseOf(() => true)
  const inPaise = takenPaise + handInPaise
  const keptPaise = inPaise - backPaise
  const remainsPaise = toPaise(money?.remains)
  const isPaid = payment?.state === 'paid'
  const isOver = orderStatus === 'CANCELLED'
  /** What was paid for the units that the shopper gets or has. */
  const valuePaise = sumOf(order.lines.map(({ refundableAmount }) => toPaise(refundableAmount)))
  const wantedPaise = isOver || !isPaid ? 0 : valuePaise
  const checks: [isWrong: boolean, fault: string][] = [
    [standing.some(({ state }) => state !== 'done'), `a refund is not done: ${JSON.stringify(standing)}`],
    [owed !== undefined, 'a part is still owed'],
    [
      sentPaise !== paiseOf(({ byHand }) => !byHand),
      `the provider has sent ${sentPaise} paise back, the order says ${paiseOf(({ byHand }) => !byHand)}`,
    ],
    [sentPaise > takenPaise, `${sentPaise} of ${takenPaise} paise went back`],
    [
      keptPaise !== wantedPaise,
      `${inPaise} came in, ${backPaise} went back, the order is worth ${wantedPaise}`,
    ],
    [remainsPaise !== wantedPaise, `${remainsPaise} remain of an order that is worth ${wantedPaise}`],
    [
      way.startsWith('desk') && !isOver && isPaid && charges.length === 0 && toPaise(totalAmount) > inPaise,
      `an order of ${totalAmount} rupees is paid with ${inPaise} paise`,
    ],
  ]
  return checks.flatMap(([isWrong, fault]) => (isWrong ? [`${way}: ${fault}`] : []))
}

/** The units that are out are those that the order still holds, and those that are gone. */
function stockFaults({ played, order, replacements, stored, out }: Facts): string[] {
  return [order, ...replacements].flatMap((each) => {
    const isFirst = each === order
    const taken = stored.orders.find(({ purchaseId }) => purchaseId === each.purchaseId)?.taken ?? []
    return SNACKS.flatMap((snack) => {
      const held = taken.find(({ productId }) => productId === snack)?.quantity ?? 0
      const gone = (out.get(each.purchaseId)?.[snack] ?? 0) - held
      const [least, most] = isFirst ? [played.wasted[snack] ?? 0, played.mayBeLost[snack] ?? 0] : [0, 0]
      const line = each.lines.find(({ productId }) => productId === snack)
      const expected = line?.expectedBack ?? 0
      const isOver = each.orderStatus === 'CANCELLED'
      const hasAll = !isOver && expected === 0 && replacements.length === 0
      const faults: [boolean, string][] = [
        [gone < least || gone > most, `${gone} ${snack} are gone, and should be ${least} to ${most}`],
        [isOver && held !== expected, `a cancelled order holds ${held} ${snack}`],
        [
          hasAll && held !== (line?.refundable ?? 0),
          `the order holds ${held} ${snack}, not ${line?.refundable}`,
        ],
      ]
      return faults.flatMap(([isWrong, fault]) => (isWrong ? [fault] : []))
    })
  })
}

/** The kinds of mails, each with the kind of the events that cause one. */
const MAIL_OF_EVENT = {
  edited: 'order-edited',
  cancelled: 'order-cancelled',
  shipped: 'order-shipped',
  parcelAdded: 'order-parcel',
  parcelChanged: 'order-parcel',
  notDelivered: 'order-not-delivered',
  delivered: 'order-delivered',
  refundRequested: 'order-refund-started',
  refundDone: 'order-refund-done',
} as const
/** A cancellation tells of its refund, and an edit of what goes back. */
const TOLD_ELSEWHERE = new Set(['order-refund-started'])

/** Each event has its mail once. */
function mailFaults({ order, replacements, stored }: Facts): string[] {
  return [order, ...replacements].flatMap(({ purchaseId, timeline }) => {
    const mails = stored.mails.filter(({ key }) => key.includes(purchaseId))
    const faults: string[] = []
    if (new Set(mails.map(({ kind, key }) => `${kind} ${key}`)).size !== mails.length)
      faults.push('a mail was queued twice')
    for (const mail of new Set(Object.values(MAIL_OF_EVENT))) {
      const events = timeline.filter(({ kind }) => MAIL_OF_EVENT[kind as keyof typeof MAIL_OF_EVENT] === mail)
      const sent = mails.filter(({ kind }) => kind === mail).length
      const isMissing = sent < events.length && !TOLD_ELSEWHERE.has(mail)
      if (sent > events.length || isMissing) faults.push(`${sent} mails ${mail} for ${events.length} events`)
    }
    return faults
  })
}

/** Each edit and each replacement that the shop has accepted is there once. */
function editFaults({ played, order, replacements }: Facts): string[] {
  const edits = order.edits?.length ?? 0
  const ids = new Set(played.replacements)
  const linked = (order.replacements ?? []).length
  const faults = edits === played.edits ? [] : [`${played.edits} edits were accepted, the order has ${edits}`]
  if (linked !== ids.size) faults.push(`${ids.size} replacements were accepted, the order has ${linked}`)
  if (replacements.some(({ totalAmount }) => totalAmount !== 0)) faults.push('a replacement costs something')
  return faults
}

/** Units out because of each order, the sum of a history, and the least that it ever was. */
export function readEntries(entries: StockPage['entries'], snack: Snack) {
  const out = new Map<string, Units>()
  let sum = 0
  let lowest = 0
  for (const { units, orderId } of entries.toReversed()) {
    sum += units
    lowest = Math.min(lowest, sum)
    if (orderId === undefined) continue
    const earlier = out.get(orderId)
    out.set(orderId, { ...earlier, [snack]: (earlier?.[snack] ?? 0) - units })
  }
  return { sum, lowest, out }
}

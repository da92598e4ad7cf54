import type { OrderRecord } from './purchase-store.ts'

/**
 * Where an order is on its way from the shopper's click to their door. `phaseOf` derives it from the
 * five status fields of an order: `state`, `orderStatus`, `deliveryStatus`, the state of the payment
 * and the packing. No other code interprets these fields together.
 */
export type OrderPhase =
  /** The order is stored, and its payment is in flight. Its shopper does not see it yet. */
  | { name: 'charging' }
  /** The payment was refused at once. Its shopper never sees the order. */
  | { name: 'refused' }
  /** The outcome of the payment is unknown. The store asks the provider. */
  | { name: 'checking' }
  /** If the payment is claimed, the shopper says that it is made, and an operator looks for it. */
  | { name: 'waitingForMoney'; isClaimed: boolean }
  /** The shopper must confirm a first cash order. */
  | { name: 'waitingForConfirmation' }
  | { name: 'toPack'; hasBegun: boolean }
  | { name: 'toHandOver' }
  /** It is not shipped if an operator has only set the status of its delivery. */
  | { name: 'onItsWay'; isShipped: boolean; hasArrived: boolean }
  | { name: 'delivered' }
  /** Cancelled or ended unpaid. Money may still be asked for (`checking`) or looked for (`claimed`). */
  | { name: 'over'; hasLeftShop: boolean; money: 'checking' | 'claimed' | 'known' }

export function phaseOf(order: OrderRecord): OrderPhase {
  const { state } = order
  switch (state) {
    case 'charging':
      return { name: 'charging' }
    case 'declined':
      return { name: 'refused' }
    case 'pending':
      return waitingPhase(order)
    case 'placed':
      return placedPhase(order)
    default:
      return state satisfies never
  }
}

function waitingPhase({ payment: { state } }: OrderRecord): OrderPhase {
  switch (state) {
    case 'checking':
      return { name: 'checking' }
    case 'unconfirmed':
      return { name: 'waitingForConfirmation' }
    case 'claimed':
      return { name: 'waitingForMoney', isClaimed: true }
    case 'waiting':
    // An event may change the payment before it confirms or ends the order.
    case 'due':
    case 'paid':
    case 'unpaid':
      return { name: 'waitingForMoney', isClaimed: false }
    default:
      return state satisfies never
  }
}

function placedPhase({ orderStatus, deliveryStatus, payment, fulfilment }: OrderRecord): OrderPhase {
  const isUnderway = deliveryStatus !== 'PROCESSING'
  const hasArrived = deliveryStatus === 'DELIVERED'
  switch (orderStatus) {
    case 'CANCELLED': {
      const { state } = payment
      const money = state === 'checking' || state === 'claimed' ? state : 'known'
      return { name: 'over', hasLeftShop: isUnderway, money }
    }
    case 'DELIVERED':
      return { name: 'delivered' }
    case 'SHIPPED':
      return { name: 'onItsWay', isShipped: true, hasArrived }
    case 'CONFIRMED':
    // No order is placed and still being processed.
    case 'PROCESSING': {
      if (isUnderway) return { name: 'onItsWay', isShipped: false, hasArrived }
      const { packing } = fulfilment
      return packing?.packedAt === undefined
        ? { name: 'toPack', hasBegun: packing !== undefined }
        : { name: 'toHandOver' }
    }
    default:
      return orderStatus satisfies never
  }
}

/** Whether the shopper and the operators see the order. */
export function isVisible(order: OrderRecord) {
  const { name } = phaseOf(order)
  return name !== 'charging' && name !== 'refused'
}

/** Whether the order still waits for its money, its payment's outcome or its confirmation. */
export function isUnsettled(order: OrderRecord) {
  return order.state === 'charging' || isWaiting(order)
}

/** Whether the shopper sees the order, and it is not settled yet. */
export function isWaiting({ state }: OrderRecord) {
  return state === 'pending'
}

/** Whether the order was cancelled or has ended unpaid. */
export function isOver(order: OrderRecord) {
  return phaseOf(order).name === 'over'
}

/** Whether the order is confirmed, and the courier does not have its goods yet. */
export function isInShop(order: OrderRecord) {
  const { name } = phaseOf(order)
  return name === 'toPack' || name === 'toHandOver'
}

/** Whether the courier has the goods, or the shopper. */
export function hasLeftShop(order: OrderRecord) {
  const phase = phaseOf(order)
  return (
    phase.name === 'onItsWay' || phase.name === 'delivered' || (phase.name === 'over' && phase.hasLeftShop)
  )
}

/** Whether the order is confirmed and not cancelled, so that it counts as a sale. */
export function isBought(order: OrderRecord) {
  const { name } = phaseOf(order)
  return name === 'toPack' || name === 'toHandOver' || name === 'onItsWay' || name === 'delivered'
}

/** Whether no operator has shipped the order yet, and it may still be shipped. */
export function isUnshipped(order: OrderRecord) {
  const phase = phaseOf(order)
  return isUnsettled(order) || isInShop(order) || (phase.name === 'onItsWay' && !phase.isShipped)
}

/** A shopper may cancel until packing begins. */
export function mayShopperCancel(order: OrderRecord) {
  const phase = phaseOf(order)
  return isWaiting(order) || (phase.name === 'toPack' && !phase.hasBegun)
}

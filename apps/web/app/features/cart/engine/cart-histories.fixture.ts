import { parseRecord, serialiseRecord } from '@nashta/browser/storage/storage-record'
import { cartItemOf } from '@nashta/contracts/cart/cart-rules'
import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import {
  type CartOperation,
  type GuestCart,
  guestCartRecord,
  type UserCart,
  userCartRecord,
} from '../../../data/storage/storage-records.ts'
import { createCartServer, quantitiesOf, snack } from './cart-server.fixture.ts'
import { type Click, createClickOracle } from './click-oracle.fixture.ts'
import {
  addToGuestCart,
  emptyGuestCart,
  guestCopyOf,
  guestDelta,
  guestItems,
  removeFromGuestCart,
  decreaseInGuestCart,
} from './guest-cart.ts'
import { mergeGuestCarts } from './merge-guest-cart.ts'
import {
  confirmOperation,
  decreaseOperation,
  enqueue,
  newUserCart,
  splitOrFailOperation,
  visibleItems,
  withServerCart,
} from './user-cart.ts'

export const USERS = ['asha', 'ravi'] as const
/** A snack, a pack of it, and another snack. */
const PRODUCTS = ['donut', 'donut-2', 'chips'] as const
const DEVICES = 2

/** A test can replace these rules by broken ones, to show that the oracle notices. */
export type Rules = {
  deltaOf: typeof guestDelta
  /** Must return the same id for every attempt. */
  idOfAttempt: (operation: CartOperation, attempt: number) => string
}

const ENGINE_RULES: Rules = { deltaOf: guestDelta, idOfAttempt: ({ id }) => id }

type Network = 'up' | 'responses lost' | 'down'

type Device = { user: string | null; guest: GuestCart | null; carts: Map<string, UserCart> }

/**
 * A history is a sequence of clicks, sign-ins, requests and reloads on several devices. Each step
 * is made twice: with the functions of the cart engine, and in the oracle, which says what is
 * right.
 */
export function createHistory(random: () => number, rules: Partial<Rules> = {}) {
  const { deltaOf, idOfAttempt } = { ...ENGINE_RULES, ...rules }
  const startQuantities = Object.fromEntries(USERS.map((user) => [user, randomQuantities(random)]))
  const server = createCartServer()
  for (const user of USERS) server.fill(user, startQuantities[user] ?? {})
  const oracle = createClickOracle(DEVICES, startQuantities)
  const devices = Array.from({ length: DEVICES }, (): Device => ({
    user: null,
    guest: null,
    carts: new Map(),
  }))
  let attempts = 0
  let ids = 0
  const newId = () => `id-${(ids += 1)}`

  function deviceAt(index: number): Device {
    const device = devices[index]
    if (!device) throw new Error(`there is no device ${index}`)
    return device
  }
  const cartOf = (device: number, user: string) => deviceAt(device).carts.get(user) ?? newUserCart()

  /** The quantities that the device shows. */
  function screen(device: number) {
    const { user, guest } = deviceAt(device)
    if (user !== null) return quantitiesOf(visibleItems(cartOf(device, user)))
    return guest ? quantitiesOf(guestItems(guest)) : {}
  }

  function click(device: number, change: Click) {
    const state = deviceAt(device)
    oracle.click(device, change)
    if (state.user === null) state.guest = guestAfterClick(state.guest ?? emptyGuestCart(newId()), change)
    else state.carts.set(state.user, enqueue(cartOf(device, state.user), operationOf(newId(), change)))
  }

  function signIn(device: number, user: string) {
    const state = deviceAt(device)
    oracle.signIn(device, user)
    const guests = state.guest ? [state.guest] : []
    state.carts.set(user, mergeGuestCarts(state.carts.get(user) ?? null, guests, `hash of ${user}`, deltaOf))
    state.guest = null
    state.user = user
  }

  function signOut(device: number) {
    const state = deviceAt(device)
    const { user } = state
    if (user === null) return
    const cart = cartOf(device, user)
    const items = visibleItems(cart)
    oracle.signOut(device)
    if (items.length > 0) {
      const userIdHash = `hash of ${user}`
      // Nothing in a history reads `expiresAt`.
      state.guest = guestCopyOf(items, { userIdHash, mergeId: newId(), expiresAt: 0 })
    }
    // A record with unsent operations stays in the browser.
    if (cart.queue.length === 0) state.carts.delete(user)
    state.user = null
  }

  /** Sends the oldest queued operation. `network` says whether the request and its response arrive. */
  function send(device: number, network: Network = 'up') {
    const { user, carts } = deviceAt(device)
    const operation = user === null ? undefined : cartOf(device, user).queue[0]
    if (user === null || !operation || network === 'down') return
    attempts += 1
    const response = server.send(user, { ...operation, id: idOfAttempt(operation, attempts) })
    oracle.deliver(device, user)
    if (network === 'responses lost') return
    const cart = cartOf(device, user)
    const isConfirmed = response.kind === 'confirmed'
    const nextCart = isConfirmed
      ? confirmOperation(cart, operation, response.cart)
      : splitOrFailOperation(cart, operation)
    carts.set(user, nextCart)
    oracle.respond(device, user, { isRefused: !isConfirmed })
  }

  function refresh(device: number) {
    const { user, carts } = deviceAt(device)
    if (user === null || cartOf(device, user).queue.length > 0) return
    carts.set(user, withServerCart(cartOf(device, user), server.read(user)))
    oracle.refresh(device, user)
  }

  /** Sends the whole queue, and reads the cart. */
  function flush(device: number) {
    const { user } = deviceAt(device)
    if (user === null) return
    while (cartOf(device, user).queue.length > 0) send(device)
    refresh(device)
  }

  /** Writes the storage records and reads them back, as if the tab were closed and opened. */
  function reload(device: number) {
    const state = deviceAt(device)
    if (state.guest) {
      const text = serialiseRecord(guestCartRecord, state.guest)
      state.guest = parseRecord(guestCartRecord, text)
    }
    for (const [user, cart] of state.carts) {
      const record = userCartRecord(user)
      const stored = parseRecord(record, serialiseRecord(record, cart))
      if (!stored) throw new Error('the record of a cart could not be read')
      state.carts.set(user, stored)
    }
  }

  /** Every shopper signs in on every device, and every operation is sent. */
  function settleAll(users: readonly string[] = USERS) {
    for (let device = 0; device < DEVICES; device += 1) {
      flush(device)
      for (const user of users) {
        if (deviceAt(device).user !== null) signOut(device)
        signIn(device, user)
        flush(device)
      }
    }
  }

  return {
    deviceCount: DEVICES,
    userOf: (device: number) => deviceAt(device).user,
    screen,
    click,
    signIn,
    signOut,
    send,
    refresh,
    reload,
    settleAll,
    server,
    oracle,
  }
}

export type History = ReturnType<typeof createHistory>

export function makeRandomStep(
  history: History,
  random: () => number,
  { neverAdded, users = USERS }: StepLimits = {},
) {
  const device = Math.floor(random() * history.deviceCount)
  const user = history.userOf(device)
  const seen = Object.keys(history.screen(device))
  const dice = random()
  const addable = PRODUCTS.filter((product) => product !== neverAdded)

  if (dice < 0.3) history.click(device, { kind: 'plus', product: pick(random, addable) })
  else if (dice < 0.42 && seen.length > 0)
    history.click(device, { kind: 'minus', product: pick(random, seen) })
  else if (dice < 0.5 && seen.length > 0)
    history.click(device, { kind: 'remove', product: pick(random, seen) })
  else if (dice < 0.64 && user === null) history.signIn(device, pick(random, users))
  else if (dice < 0.64) history.signOut(device)
  else if (dice < 0.86) history.send(device, pick(random, ['up', 'up', 'responses lost', 'down']))
  else if (dice < 0.93) history.refresh(device)
  else history.reload(device)
}

type StepLimits = {
  /** A product that no step adds. */
  neverAdded?: string
  /** The shoppers who may sign in. */
  users?: readonly string[]
}

/** Repeatable random numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function pick<T>(random: () => number, from: readonly T[]): T {
  const picked = from[Math.floor(random() * from.length)]
  if (picked === undefined) throw new Error('there is nothing to pick from')
  return picked
}

function randomQuantities(random: () => number) {
  // The last quantity is just below the limit of a line.
  const quantities = [0, 0, 1, 3, LINE_QUANTITY_MAX - 1]
  return Object.fromEntries(
    PRODUCTS.map((product) => [product, pick(random, quantities)] as const).filter(
      ([, quantity]) => quantity > 0,
    ),
  )
}

function guestAfterClick(guest: GuestCart, click: Click): GuestCart {
  if (click.kind === 'remove') return removeFromGuestCart(guest, click.product)
  if (click.kind === 'minus') return decreaseInGuestCart(guest, { productId: click.product, quantity: 1 })
  const change = addToGuestCart(guest, cartItemOf(snack(click.product), 1))
  return change.ok ? change.guest : guest
}

function operationOf(id: string, click: Click): CartOperation {
  if (click.kind === 'remove') return { id, kind: 'remove', productId: click.product }
  if (click.kind === 'minus') return decreaseOperation(id, click.product)
  return { id, kind: 'add', item: cartItemOf(snack(click.product), 1) }
}

import { readRecord, writeRecord } from '@nashta/browser/storage/storage-record'
import { cartItemOf } from '@nashta/contracts/cart/cart-rules'
import {
  type CartOperation,
  type GuestCart,
  guestCartRecord,
  type UserCart,
  userCartRecord,
} from '../../../data/storage-records.ts'
import { decreaseOperation } from './cart-operation.ts'
import { createCartServer, quantitiesOf, snack } from './cart-server.fixture.ts'
import { type Click, createClickOracle } from './click-oracle.fixture.ts'
import {
  addToGuest,
  emptyGuestCart,
  guestCopyOf,
  guestDelta,
  guestItems,
  removeFromGuest,
  takeFromGuest,
} from './guest-cart.ts'
import { cartAtSignIn } from './join-guest.ts'
import { heardOf, refused, settled, shownItems, withOperation } from './user-cart.ts'

export const USERS = ['asha', 'ravi'] as const
const PRODUCTS = ['donut', 'chips', 'laddoo'] as const
const DEVICES = 2

/** What a history may do otherwise, to show that the oracle would notice. */
export type Rules = {
  deltaOf: typeof guestDelta
  /** Called for every attempt; the id must be the same each time. */
  idOfAttempt: (operation: CartOperation, attempt: number) => string
}

const OURS: Rules = { deltaOf: guestDelta, idOfAttempt: ({ id }) => id }

type Device = { who: string | null; guest: GuestCart | null; carts: Map<string, UserCart> }

/** Shoppers, devices, the store and the oracle of one history. */
export function createWorld(random: () => number, rules: Partial<Rules> = {}) {
  const { deltaOf, idOfAttempt } = { ...OURS, ...rules }
  const start = Object.fromEntries(USERS.map((user) => [user, someQuantities(random)]))
  const server = createCartServer()
  for (const user of USERS) server.fill(user, start[user] ?? {})
  const oracle = createClickOracle(DEVICES, start)
  const devices = Array.from({ length: DEVICES }, (): Device => ({
    who: null,
    guest: null,
    carts: new Map(),
  }))
  let ids = 0
  const newId = () => `id-${(ids += 1)}`

  const at = (device: number) => devices[device] as Device
  const cartOf = (device: number, user: string) => at(device).carts.get(user) as UserCart

  function screen(device: number) {
    const { who, guest } = at(device)
    if (who !== null) return quantitiesOf(shownItems(cartOf(device, who)))
    return guest ? quantitiesOf(guestItems(guest)) : {}
  }

  function click(device: number, click: Click) {
    const here = at(device)
    oracle.click(device, click)
    if (here.who === null) here.guest = clickedByGuest(here.guest ?? emptyGuestCart(newId()), click)
    else here.carts.set(here.who, withOperation(cartOf(device, here.who), operationOf(newId(), click)))
  }

  function signIn(device: number, user: string) {
    const here = at(device)
    oracle.signIn(device, user)
    const guests = here.guest ? [here.guest] : []
    here.carts.set(user, cartAtSignIn(here.carts.get(user) ?? null, guests, `hash of ${user}`, deltaOf))
    here.guest = null
    here.who = user
  }

  function signOut(device: number) {
    const here = at(device)
    const user = here.who as string
    const cart = cartOf(device, user)
    const items = shownItems(cart)
    oracle.signOut(device)
    if (items.length > 0) {
      here.guest = guestCopyOf(items, { owner: `hash of ${user}`, mergeId: newId(), expiresAt: 0 })
    }
    if (cart.queue.length === 0) here.carts.delete(user)
    here.who = null
  }

  /** The oldest click that waits, on its way to the store and back as far as it gets. */
  function send(device: number, fate: 'answered' | 'answer lost' | 'lost' = 'answered') {
    const { who, carts } = at(device)
    const operation = who === null ? undefined : cartOf(device, who).queue[0]
    if (who === null || !operation || fate === 'lost') return
    attempts += 1
    const answer = server.send(who, { ...operation, id: idOfAttempt(operation, attempts) })
    oracle.deliver(device, who)
    if (fate === 'answer lost') return
    const cart = cartOf(device, who)
    carts.set(who, answer.kind === 'done' ? settled(cart, operation, answer.cart) : refused(cart, operation))
    oracle.answer(device, who, { refused: answer.kind !== 'done' })
  }
  let attempts = 0

  function refresh(device: number) {
    const { who, carts } = at(device)
    if (who === null || cartOf(device, who).queue.length > 0) return
    carts.set(who, heardOf(cartOf(device, who), server.read(who)))
    oracle.refresh(device, who)
  }

  function flush(device: number) {
    const { who } = at(device)
    if (who === null) return
    while (cartOf(device, who).queue.length > 0) send(device)
    refresh(device)
  }

  /** What is written down is all that a closed tab leaves. */
  function reload(device: number) {
    const here = at(device)
    if (here.guest) here.guest = readRecord(guestCartRecord, writeRecord(guestCartRecord, here.guest))
    for (const [user, cart] of here.carts) {
      const record = userCartRecord(user)
      here.carts.set(user, readRecord(record, writeRecord(record, cart)) as UserCart)
    }
  }

  /** Everybody comes back to every device, and everything arrives. */
  function settleAll(users: readonly string[] = USERS) {
    for (let device = 0; device < DEVICES; device += 1) {
      flush(device)
      for (const user of users) {
        if (at(device).who !== null) signOut(device)
        signIn(device, user)
        flush(device)
      }
    }
  }

  return {
    devices: DEVICES,
    who: (device: number) => at(device).who,
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

export type World = ReturnType<typeof createWorld>

/** One thing that may happen to a shopper; `doomed` is never added again. */
export function anyStep(world: World, random: () => number, { doomed, users = USERS }: StepLimits = {}) {
  const device = Math.floor(random() * world.devices)
  const who = world.who(device)
  const seen = Object.keys(world.screen(device))
  const dice = random()

  if (dice < 0.3)
    world.click(device, {
      kind: 'plus',
      product: pick(
        random,
        PRODUCTS.filter((p) => p !== doomed),
      ),
    })
  else if (dice < 0.42 && seen.length > 0) world.click(device, { kind: 'minus', product: pick(random, seen) })
  else if (dice < 0.5 && seen.length > 0) world.click(device, { kind: 'remove', product: pick(random, seen) })
  else if (dice < 0.52) world.click(device, { kind: 'clear' })
  else if (dice < 0.64 && who === null) world.signIn(device, pick(random, users))
  else if (dice < 0.64) world.signOut(device)
  else if (dice < 0.86) world.send(device, pick(random, ['answered', 'answered', 'answer lost', 'lost']))
  else if (dice < 0.93) world.refresh(device)
  else world.reload(device)
}

type StepLimits = { doomed?: string; users?: readonly string[] }

/** Small and repeatable; its numbers only have to be unlike each other. */
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
  return from[Math.floor(random() * from.length)] as T
}

function someQuantities(random: () => number) {
  const quantities = [0, 0, 1, 3, 998]
  return Object.fromEntries(
    PRODUCTS.map((product) => [product, pick(random, quantities)] as const).filter(
      ([, quantity]) => quantity > 0,
    ),
  )
}

function clickedByGuest(guest: GuestCart, click: Click): GuestCart {
  if (click.kind === 'clear') return { ...guest, items: [] }
  if (click.kind === 'remove') return removeFromGuest(guest, click.product)
  if (click.kind === 'minus') return takeFromGuest(guest, { productId: click.product, quantity: 1 })
  const change = addToGuest(guest, cartItemOf(snack(click.product), 1))
  return change.ok ? change.guest : guest
}

function operationOf(id: string, click: Click): CartOperation {
  if (click.kind === 'clear') return { id, kind: 'clear' }
  if (click.kind === 'remove') return { id, kind: 'remove', productId: click.product }
  if (click.kind === 'minus') return decreaseOperation(id, click.product, 1)
  return { id, kind: 'add', item: cartItemOf(snack(click.product), 1) }
}

import type { CartItem } from '@nashta/contracts/cart/cart'
import { cartItemOf, type CartProduct } from '@nashta/contracts/cart/cart-rules'
import type { CartOperation, GuestCart, UserCart } from '../../../data/storage-records.ts'
import type { CartApi } from './cart-api.ts'
import { decreaseOperation } from './cart-operation.ts'
import { createCartSender } from './cart-sender.ts'
import { type CartSnapshot, NOBODYS_CART } from './cart-snapshot.ts'
import { forgetUnlessWaiting, handBack, type Shopper, takeOver } from './change-hands.ts'
import { addToGuest, emptyGuestCart, removeFromGuest, takeFromGuest } from './guest-cart.ts'
import { withoutJoined } from './join-guest.ts'
import type { KeptCarts } from './kept-carts.ts'
import { type CartFailure, guestSnapshot, shopperSnapshot } from './show-cart.ts'
import { unheardCart, withOperation } from './user-cart.ts'

const INTENT_KEPT_MS = 60 * 60 * 1000

export type CartEngineDeps = {
  kept: KeptCarts
  api: CartApi
  /** Of two pieces of work by the same name never both at once, in however many tabs; first come, first served. */
  alone: (name: 'records' | 'sending', work: () => Promise<void>) => Promise<void>
  newId: () => string
  now: () => Date
  later: (ms: number, run: () => void) => () => void
  random: () => number
}

export type CartEngine = ReturnType<typeof createCartEngine>

/** The cart of whoever is here: clicks in, what to show out. */
export function createCartEngine({ kept, api, alone, newId, now, later, random }: CartEngineDeps) {
  const listeners = new Set<() => void>()
  let snapshot: CartSnapshot = NOBODYS_CART
  /** Undefined until the browser has looked who is signed in. */
  let visitor: Shopper | null | undefined
  let guestFailure: CartFailure | null = null
  let stale = false
  /** Clicks on their way into the records. */
  const underway = new Set<string>()
  /** What writes them there. */
  const unwritten = new Set<() => void>()

  const sender = createCartSender({
    api,
    read: kept.readUser,
    change: changeUser,
    alone: (work) => alone('sending', work),
    onReach(reached) {
      stale = !reached
      show()
    },
    now,
    later,
    random,
  })

  function show() {
    if (visitor === undefined) return
    snapshot = visitor
      ? shopperSnapshot(kept.readUser(visitor.sub) ?? unheardCart(), { stale, underway })
      : guestSnapshot(kept.readGuest(), { failure: guestFailure, underway })
    for (const tell of listeners) tell()
  }

  async function inTurn(work: () => void) {
    await alone('records', async () => work())
    show()
  }

  function writeUser(sub: string, update: (cart: UserCart) => UserCart) {
    const isHere = visitor?.sub === sub
    const cart = kept.readUser(sub) ?? (isHere ? unheardCart() : null)
    if (cart) kept.writeUser(sub, update(cart))
    if (!isHere) forgetUnlessWaiting(kept, sub)
  }

  function changeUser(sub: string, update: (cart: UserCart) => UserCart) {
    return inTurn(() => writeUser(sub, update))
  }

  /** A click counts for whoever is signed in when it is made. */
  async function click(operation: CartOperation, asGuest: (guest: GuestCart) => GuestCart) {
    guestFailure = null
    underway.add(operation.id)
    show()
    const who = visitor
    function write() {
      if (!unwritten.delete(write)) return
      if (who) writeUser(who.sub, (cart) => withOperation(cart, operation))
      else kept.writeGuest(asGuest(kept.readGuest() ?? emptyGuestCart(newId())))
    }
    unwritten.add(write)
    await inTurn(write)
    underway.delete(operation.id)
    show()
    sender.wake()
  }

  function become(next: Shopper | null) {
    const before = visitor
    const { items: shown } = snapshot
    visitor = next
    stale = false
    if (before?.sub === next?.sub && before !== undefined) return
    void inTurn(() => {
      if (before) handBack(kept, before, { shown, mergeId: newId(), now: now() })
      if (next) takeOver(kept, next)
    }).then(() => sender.serve(next?.sub ?? null))
  }

  function addItem(item: CartItem): string {
    const id = newId()
    void click({ id, kind: 'add', item }, (guest) => {
      const change = addToGuest(guest, item)
      if (!change.ok) guestFailure = { id, message: change.message }
      return change.ok ? change.guest : guest
    })
    return id
  }

  function take(productId: string, quantity: number) {
    void click(decreaseOperation(newId(), productId, quantity), (guest) =>
      takeFromGuest(guest, { productId, quantity }),
    )
  }

  return {
    getSnapshot: () => snapshot,
    getServerSnapshot: () => NOBODYS_CART,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Somebody signed in, or out. */
    become,
    /** Another tab has changed the records. */
    recordsChanged() {
      show()
      sender.wake()
    },
    /** The store may be there again, or the cart have changed elsewhere. */
    refresh: () => sender.wake({ news: true }),

    /** The page goes, and with it the turns that clicks still wait for. */
    leave() {
      for (const write of unwritten) write()
    },

    /** Answers with the operation's id, by which the snapshot tells how it fares. */
    add: (product: CartProduct, quantity = 1) => addItem(cartItemOf(product, quantity)),
    increase: ({ quantity: _all, ...details }: CartItem) => addItem({ ...details, quantity: 1 }),
    decrease: (productId: string) => take(productId, 1),
    remove(productId: string) {
      void click({ id: newId(), kind: 'remove', productId }, (guest) => removeFromGuest(guest, productId))
    },
    clear() {
      void click({ id: newId(), kind: 'clear' }, (guest) => ({ ...guest, items: [] }))
    },

    /** To be added once, when somebody signs in here soon. */
    addAfterSignIn(product: CartProduct) {
      const expiresAt = now().getTime() + INTENT_KEPT_MS
      kept.writeIntent({ id: newId(), item: cartItemOf(product, 1), expiresAt })
    },

    undoJoined() {
      if (visitor) void changeUser(visitor.sub, withoutJoined).then(() => sender.wake())
    },
    dismissJoined() {
      if (visitor) void changeUser(visitor.sub, (cart) => ({ ...cart, receipt: null }))
    },
  }
}

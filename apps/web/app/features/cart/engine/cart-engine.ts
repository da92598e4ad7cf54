import type { CartItem } from '@nashta/contracts/cart/cart'
import { cartItemOf, type CartProduct } from '@nashta/contracts/cart/cart-rules'
import type { CartOperation, GuestCart, UserCart } from '../../../data/storage/storage-records.ts'
import { TRANSFER_CART_FAILED } from '../cart-texts.ts'
import { type CartApi, createCartSender } from './cart-sender.ts'
import { type CartSnapshot, UNKNOWN_CART } from './cart-snapshot.ts'
import type { CartStorage } from './cart-storage.ts'
import { type CartFailure, guestView, shopperView } from './cart-view.ts'
import {
  addToGuestCart,
  decreaseInGuestCart,
  emptyGuestCart,
  type OrderedItems,
  removeFromGuestCart,
  removeOrderedFromGuestCart,
  settleOrderedItems,
} from './guest-cart.ts'
import { withMergeAccepted, withMergeUndone } from './merge-guest-cart.ts'
import {
  copyCartToGuest,
  moveGuestCartToShopper,
  removeUserCartIfSent,
  type Shopper,
} from './owner-change.ts'
import { decreaseOperation, enqueue, newUserCart } from './user-cart.ts'

/*
 * How the cart works:
 * - Browser storage has one record for the guest cart and one record for each shopper.
 * - A guest's record is the cart itself. A shopper's record is the cart that the store last sent,
 *   with its version, and a queue of operations (add, remove, merge) that the store has not
 *   confirmed.
 * - Every change is an operation with an id. Pages show the stored cart with the queue applied.
 * - Records are changed under the Web Lock `records`, so that two tabs do not overwrite each
 *   other's changes.
 * - One tab at a time sends the queue, under the Web Lock `sending`, oldest operation first. The
 *   tab retries an operation until the store responds. The operation's id is the idempotency key,
 *   so a repeated operation counts once.
 * - Each confirmation contains the whole cart, which replaces the stored cart. The confirmed
 *   operation leaves the queue.
 * - A storage event makes the other tabs read the records again.
 * - At sign-in, the guest cart becomes a merge operation. At sign-out, the shopper's cart is copied
 *   to a guest cart.
 */

/** A product passed to `addAfterSignIn` is added only by a sign-in within this time. */
const INTENT_LIFETIME_MS = 60 * 60 * 1000

export type CartEngineDeps = {
  storage: CartStorage
  api: CartApi
  /** Runs the work under the Web Lock of this name. Only one tab at a time can hold the lock. */
  withLock: (name: 'records' | 'sending', work: () => Promise<void>) => Promise<void>
  newId: () => string
  now: () => Date
  /** Returns a function that cancels the timer. */
  schedule: (ms: number, run: () => void) => () => void
  random: () => number
}

export type CartEngine = ReturnType<typeof createCartEngine>

export function createCartEngine(deps: CartEngineDeps) {
  const { storage, api, withLock, newId, now, schedule, random } = deps
  const listeners = new Set<() => void>()
  let snapshot: CartSnapshot = UNKNOWN_CART
  /** Null for a guest; undefined until the session has been read. */
  let owner: Shopper | null | undefined
  let guestFailure: CartFailure | null = null
  /** Whether the last request to the store failed and has to be retried. */
  let stale = false
  /** The ids of operations that wait for the lock `records`, and the functions that write them. */
  const unwritten = new Map<string, () => void>()

  const sender = createCartSender({
    api,
    readUserCart: storage.readUserCart,
    changeUserCart: changeUserCartUnderLock,
    withLock: (work) => withLock('sending', work),
    onResult({ kind }) {
      stale = kind === 'retry'
      updateSnapshot()
    },
    now,
    schedule,
    random,
  })

  function updateSnapshot() {
    if (owner === undefined) return
    snapshot = owner
      ? shopperView(storage.readUserCart(owner.sub) ?? newUserCart(), { stale, unwritten: unwritten.keys() })
      : guestView(storage.readGuestCart(), { failure: guestFailure, unwritten: unwritten.keys() })
    for (const notify of listeners) notify()
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  /** Does the work under the lock `records`, and shows the result. */
  async function updateRecords(work: () => void) {
    await withLock('records', async () => work())
    updateSnapshot()
  }

  /**
   * Changes the record of a shopper. After the sign-out, a missing record is not created, and a
   * record with an empty queue is removed.
   */
  function changeUserCart(sub: string, change: (cart: UserCart) => UserCart) {
    const isOwner = owner?.sub === sub
    const cart = storage.readUserCart(sub) ?? (isOwner ? newUserCart() : null)
    if (cart) storage.writeUserCart(sub, change(cart))
    if (!isOwner) removeUserCartIfSent(storage, sub)
  }

  function changeUserCartUnderLock(sub: string, change: (cart: UserCart) => UserCart) {
    return updateRecords(() => changeUserCart(sub, change))
  }

  /**
   * Queues the operation if a shopper is known to be signed in. Otherwise `changeGuest` changes the
   * guest cart, which `setOwner` later moves to the shopper. The shopper at the time of this call
   * counts, even if another shopper signs in meanwhile.
   */
  async function submit(operation: CartOperation, changeGuest: (guest: GuestCart) => GuestCart) {
    const { id } = operation
    const shopperAtCall = owner
    function write() {
      // `writeNow` may have written the operation before this tab got the lock.
      const isStillUnwritten = unwritten.delete(id)
      if (!isStillUnwritten) return
      if (shopperAtCall) {
        changeUserCart(shopperAtCall.sub, (cart) => enqueue(cart, operation))
        return
      }
      const guest = storage.readGuestCart() ?? emptyGuestCart(newId())
      storage.writeGuestCart(changeGuest(guest))
    }
    guestFailure = null
    unwritten.set(id, write)
    updateSnapshot()
    await updateRecords(write)
    sender.wake()
  }

  function setOwner(next: Shopper | null) {
    const previous = owner
    const isOwnerUnchanged = previous !== undefined && isSameOwner(previous, next)
    const { items: shownItems } = snapshot
    // `owner` is replaced even for the same shopper, whose choice “Remember me” may have changed.
    owner = next
    if (isOwnerUnchanged) return
    stale = false
    guestFailure = null
    void updateRecords(() => {
      if (previous) {
        const isCopied = copyCartToGuest(storage, previous, { shownItems, mergeId: newId(), now: now() })
        if (!isCopied) guestFailure = { id: null, message: TRANSFER_CART_FAILED }
        removeUserCartIfSent(storage, previous.sub)
      }
      if (next) moveGuestCartToShopper(storage, next)
    }).then(() => sender.setShopper(next?.sub ?? null))
  }

  function addItem(item: CartItem): string {
    const id = newId()
    void submit({ id, kind: 'add', item }, (guest) => {
      const change = addToGuestCart(guest, item)
      if (!change.ok) guestFailure = { id, message: change.message }
      return change.ok ? change.guest : guest
    })
    return id
  }

  function whenSent(timeoutMs: number) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancelTimeout = schedule(timeoutMs, resolve)
    function resolveIfSent() {
      if (snapshot.pending.length === 0) resolve()
    }
    const unsubscribe = subscribe(resolveIfSent)
    resolveIfSent()
    return promise.finally(() => {
      cancelTimeout()
      unsubscribe()
    })
  }

  return {
    getSnapshot: () => snapshot,
    subscribe,

    /** Called when the session is known and whenever a shopper signs in or out. */
    setOwner,
    /** Called when another tab has changed the records. */
    rereadRecords() {
      updateSnapshot()
      sender.wake()
    },
    /** Reads the cart from the store again. */
    refresh: () => sender.wake({ refresh: true }),

    /** Writes all unwritten operations without the lock, because the page is about to be closed. */
    writeNow() {
      for (const write of unwritten.values()) write()
    },
    /** Resolves when the store has confirmed or refused every operation, or after the timeout. */
    whenSent,

    /** Returns the operation's id, for `pending` and `failedId` of the snapshot. */
    add: (product: CartProduct, quantity = 1) => addItem(cartItemOf(product, quantity)),
    /** Adds the product, unless it is in the cart. */
    addOnce(product: CartProduct) {
      if (snapshot.items.every(({ productId }) => productId !== product.products_id))
        addItem(cartItemOf(product, 1))
    },
    /** Puts back a line that was removed. */
    putBack: (item: CartItem) => addItem(item),
    increase: (item: CartItem) => addItem({ ...item, quantity: 1 }),
    decrease(productId: string) {
      void submit(decreaseOperation(newId(), productId), (guest) =>
        decreaseInGuestCart(guest, { productId, quantity: 1 }),
      )
    },
    remove(productId: string) {
      void submit({ id: newId(), kind: 'remove', productId }, (guest) =>
        removeFromGuestCart(guest, productId),
      )
    },

    /** Removes a guest's ordered items from the guest cart. A repeated call changes nothing. */
    removeOrdered({ purchaseId, items }: OrderedItems): Promise<void> {
      return updateRecords(() => {
        const guest = storage.readGuestCart()
        if (guest) storage.writeGuestCart(removeOrderedFromGuestCart(guest, { purchaseId, items }))
      })
    },
    /** Puts the items of a guest's order back when it has ended unpaid. A repeated call changes nothing. */
    settleOrdered(order: { purchaseId: string; hasEndedUnpaid: boolean }): Promise<void> {
      return updateRecords(() => {
        const guest = storage.readGuestCart()
        const settled = guest && settleOrderedItems(guest, order)
        if (settled && settled !== guest) storage.writeGuestCart(settled)
      })
    },

    /**
     * Adds the product to the cart at the next sign-in, unless an hour has passed. Used in shops
     * without guest checkout, where the cart button of a product sends a guest to the sign-in page.
     */
    addAfterSignIn(product: CartProduct) {
      const expiresAt = now().getTime() + INTENT_LIFETIME_MS
      storage.writeIntent({ id: newId(), item: cartItemOf(product, 1), expiresAt })
    },

    undoMerge() {
      if (owner) void changeUserCartUnderLock(owner.sub, withMergeUndone).then(() => sender.wake())
    },
    dismissMergeNotice() {
      if (owner) void changeUserCartUnderLock(owner.sub, withMergeAccepted)
    },
  }
}

/** Whether both are the same shopper, or both are guests. Null stands for a guest. */
function isSameOwner(one: Shopper | null, other: Shopper | null): boolean {
  return one?.sub === other?.sub
}

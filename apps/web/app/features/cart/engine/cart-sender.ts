import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { isFinalRefusal, isShopError } from '@nashta/contracts/api/shop-error'
import { addCartItem, getCart, mergeCart, removeCartItem, type ServerCart } from '@nashta/contracts/cart/cart'
import type { CartOperation, UserCart } from '../../../data/storage/storage-records.ts'
import {
  confirmOperation,
  failOperation,
  isTooOldToRetry,
  markFirstSent,
  splitOrFailOperation,
  withServerCart,
} from './user-cart.ts'

const RETRY_MIN_MS = 1000
const RETRY_MAX_MS = 60_000

/**
 * The response to a read of the cart or to an operation:
 * - `confirmed`: the store has read the cart or applied the operation, and sent the whole cart.
 * - `refused`: the store would refuse the same request again.
 * - `retry`: the request may succeed later, so it is sent again.
 */
export type CartResponse = { kind: 'confirmed'; cart: ServerCart } | { kind: 'refused' } | { kind: 'retry' }

/** `expired`: the operation was sent before, but is too old to send again. */
type SendResult = CartResponse | { kind: 'expired' }

export interface CartApi {
  /** Never `refused`: reading the cart can always be retried. */
  read(sub: string): Promise<CartResponse>
  send(sub: string, operation: CartOperation): Promise<CartResponse>
}

export type CartSenderDeps = {
  api: CartApi
  /** The shopper's record in browser storage. */
  readUserCart: (sub: string) => UserCart | null
  changeUserCart: (sub: string, change: (cart: UserCart) => UserCart) => Promise<void>
  /** Runs the work while holding the Web Lock `sending`, so that one tab sends at a time. */
  withLock: (work: () => Promise<void>) => Promise<void>
  /** Called with the result of each read and each operation, expired operations included. */
  onResult: (result: SendResult) => void
  now: () => Date
  /** Returns a function that cancels the timer. */
  schedule: (ms: number, run: () => void) => () => void
  /** From 0 to 1. Varies the retry delay, so that many browsers do not all retry at once. */
  random: () => number
}

/** Sends a shopper's queue, oldest operation first, and retries until the store responds. */
export function createCartSender(deps: CartSenderDeps) {
  const { api, readUserCart, changeUserCart, withLock, onResult, now, schedule, random } = deps
  let currentSub: string | null = null
  /**
   * How many refreshes were requested, and how many of them are done. While the numbers differ, the
   * store still has to send its current cart.
   */
  let refreshesRequested = 0
  let refreshesDone = 0
  let isWakeRequested = false
  let isRunning = false
  let failures = 0
  let cancelRetry: (() => void) | undefined

  function setShopper(sub: string | null) {
    currentSub = sub
    failures = 0
    wake({ refresh: true })
  }

  /**
   * Sends the queue. With `refresh`, also gets the current cart: from the confirmation of an
   * operation or, if the queue is empty, by reading the cart.
   */
  function wake({ refresh = false } = {}) {
    if (refresh) refreshesRequested += 1
    isWakeRequested = true
    if (!isRunning) void run()
  }

  async function run() {
    isRunning = true
    try {
      while (isWakeRequested) {
        isWakeRequested = false
        cancelRetry?.()
        await withLock(sendQueue)
      }
    } finally {
      isRunning = false
    }
  }

  async function sendQueue() {
    // The shopper may sign out during a request, so `currentSub` is read again for each request.
    for (let sub = currentSub; sub !== null; sub = currentSub) {
      const operation = readUserCart(sub)?.queue[0]
      if (!operation && refreshesDone === refreshesRequested) return

      const refreshesRequestedBeforeSend = refreshesRequested
      const result = operation ? await send(sub, operation) : await api.read(sub)
      onResult(result)
      if (result.kind === 'retry') {
        scheduleRetry()
        return
      }
      failures = 0
      if (result.kind === 'confirmed') {
        // A refresh that was requested while this request was in flight is not done yet.
        refreshesDone = refreshesRequestedBeforeSend
      } else {
        // No cart came with the refusal or expiry, so the cart has to be read.
        refreshesRequested += 1
      }
      await changeUserCart(sub, (cart) => applyResult(cart, operation, result))
    }
  }

  async function send(sub: string, operation: CartOperation): Promise<SendResult> {
    if (isTooOldToRetry(operation, now())) return { kind: 'expired' }
    // `triedAt` is stored before the request, because the tab may be closed before the response.
    if (operation.triedAt === undefined)
      await changeUserCart(sub, (cart) => markFirstSent(cart, operation, now()))
    return api.send(sub, operation)
  }

  function scheduleRetry() {
    const delay = Math.min(RETRY_MIN_MS * 2 ** failures, RETRY_MAX_MS)
    const jitter = 0.8 + 0.4 * random()
    failures += 1
    cancelRetry = schedule(delay * jitter, () => wake())
  }

  return { setShopper, wake }
}

/** `operation` is undefined if the cart was only read. */
function applyResult(
  cart: UserCart,
  operation: CartOperation | undefined,
  result: Exclude<SendResult, { kind: 'retry' }>,
): UserCart {
  if (!operation) return result.kind === 'confirmed' ? withServerCart(cart, result.cart) : cart
  if (result.kind === 'expired') return failOperation(cart, operation)
  if (result.kind === 'refused') return splitOrFailOperation(cart, operation)
  return confirmOperation(cart, operation, result.cart)
}

export type CartApiDeps = {
  fetchShop: FetchShop
  /** False only when the browser is certain that there is no network. */
  isOnline: () => boolean
}

/** After these statuses the operation is retried, because another token may have access. */
const NO_ACCESS_STATUSES = new Set<number | null>([401, 403])

export function createCartApi({ fetchShop, isOnline }: CartApiDeps): CartApi {
  async function request(call: () => Promise<{ data: ServerCart }>): Promise<CartResponse> {
    if (!isOnline()) return { kind: 'retry' }
    try {
      const { data } = await call()
      return { kind: 'confirmed', cart: data }
    } catch (error) {
      const isFinal = isShopError(error) && isFinalRefusal(error) && !NO_ACCESS_STATUSES.has(error.status)
      return { kind: isFinal ? 'refused' : 'retry' }
    }
  }

  return {
    async read(sub) {
      const response = await request(() => fetchShop(getCart, { params: { userId: sub } }))
      return response.kind === 'refused' ? { kind: 'retry' } : response
    },
    send: async (sub, operation) => request(() => sendOperation(fetchShop, sub, operation)),
  }
}

function sendOperation(fetchShop: FetchShop, sub: string, operation: CartOperation) {
  const params = { userId: sub }
  if (operation.kind === 'merge') {
    const { id: mergeId, delta } = operation
    return fetchShop(mergeCart, { params, body: { mergeId, delta } })
  }
  const idempotencyKey = operation.id
  if (operation.kind === 'remove') {
    return fetchShop(removeCartItem, { params: { ...params, itemId: operation.productId }, idempotencyKey })
  }
  const { productId, quantity } = operation.item
  return fetchShop(addCartItem, { params, idempotencyKey, body: { productId, quantity } })
}

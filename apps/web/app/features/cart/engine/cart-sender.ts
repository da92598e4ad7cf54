import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { isFinalRefusal, isShopError } from '@nashta/contracts/api/shop-error'
import { addCartItem, getCart, mergeCart, removeCartItem, type ServerCart } from '@nashta/contracts/cart/cart'
import type { CartOperation, UserCart } from '../../../data/storage-records.ts'
import {
  confirmOperation,
  dropOperation,
  isTooOldToRetry,
  markFirstSent,
  rejectOperation,
  withServerCart,
} from './user-cart.ts'

const RETRY_MIN_MS = 1000
const RETRY_MAX_MS = 60_000

export type CartSenderDeps = {
  api: CartApi
  /** The shopper's record in browser storage. */
  readUserCart: (sub: string) => UserCart | null
  updateUserCart: (sub: string, change: (cart: UserCart) => UserCart) => Promise<void>
  /** Runs the work while holding the Web Lock `sending`, so that one tab sends at a time. */
  withLock: (work: () => Promise<void>) => Promise<void>
  /** Called after each request, and with `expired` for an operation that is too old to be sent. */
  onResponse: (response: SendResult) => void
  now: () => Date
  schedule: (ms: number, run: () => void) => () => void
  /** A number from 0 to 1. It varies the retry delay, so that many browsers do not all retry at once. */
  random: () => number
}

/** Sends the queue of one shopper, oldest operation first, and retries each until the store responds. */
export function createCartSender(deps: CartSenderDeps) {
  const { api, readUserCart, updateUserCart, withLock, onResponse, now, schedule, random } = deps
  let currentSub: string | null = null
  let needsRefresh = false
  let isWakeRequested = false
  let isRunning = false
  let failures = 0
  let cancelRetry: (() => void) | undefined

  function setShopper(sub: string | null) {
    currentSub = sub
    failures = 0
    wake({ refresh: true })
  }

  /** Sends the queue; with `refresh` it also reads the cart when the queue is empty. */
  function wake({ refresh = false } = {}) {
    needsRefresh ||= refresh
    isWakeRequested = true
    if (!isRunning) void run()
  }

  async function run() {
    isRunning = true
    while (isWakeRequested) {
      isWakeRequested = false
      cancelRetry?.()
      await withLock(sendQueue)
    }
    isRunning = false
  }

  async function sendQueue() {
    // The shopper may sign out during a request, so `currentSub` is read again for each request.
    for (let sub = currentSub; sub !== null; sub = currentSub) {
      const operation = readUserCart(sub)?.queue[0]
      if (!operation && !needsRefresh) return

      // The flag is cleared before the request. If `wake` sets it during the request, the cart must
      // be read once more.
      const wasRefreshNeeded = needsRefresh
      needsRefresh = false
      const response = operation ? await send(sub, operation) : await api.read(sub)
      onResponse(response)
      if (response.kind === 'retry') {
        needsRefresh ||= wasRefreshNeeded
        scheduleRetry()
        return
      }
      failures = 0
      // Only a confirmation carries the cart. After a refusal or an expiry the cart has to be read.
      needsRefresh ||= response.kind !== 'confirmed'
      await updateUserCart(sub, (cart) => applyResponse(cart, operation, response))
    }
  }

  async function send(sub: string, operation: CartOperation): Promise<SendResult> {
    if (isTooOldToRetry(operation, now())) return { kind: 'expired' }
    // `triedAt` is stored before the request, because the tab may be closed before the response.
    if (operation.triedAt === undefined)
      await updateUserCart(sub, (cart) => markFirstSent(cart, operation, now()))
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

/** Without an operation, the response is the cart that was read. */
function applyResponse(
  cart: UserCart,
  operation: CartOperation | undefined,
  response: Exclude<SendResult, { kind: 'retry' }>,
): UserCart {
  if (response.kind === 'expired') return operation ? dropOperation(cart, operation) : cart
  if (response.kind === 'refused') return operation ? rejectOperation(cart, operation) : cart
  return operation ? confirmOperation(cart, operation, response.cart) : withServerCart(cart, response.cart)
}

/** `retry`: neither confirmed nor finally refused, so the request is sent again. */
export type CartResponse = { kind: 'confirmed'; cart: ServerCart } | { kind: 'refused' } | { kind: 'retry' }

/** `expired`: the operation was not sent, because it is too old to retry. */
type SendResult = CartResponse | { kind: 'expired' }

export interface CartApi {
  /** Never `refused`: reading the cart can always be retried. */
  read(sub: string): Promise<CartResponse>
  send(sub: string, operation: CartOperation): Promise<CartResponse>
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

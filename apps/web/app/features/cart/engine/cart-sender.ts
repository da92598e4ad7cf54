import type { CartOperation, UserCart } from '../../../data/storage-records.ts'
import type { CartAnswer, CartApi } from './cart-api.ts'
import { heardOf, isBeyondRetry, refused, settled, tried } from './user-cart.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000

const nothing = () => {}

export type CartSenderDeps = {
  api: CartApi
  read: (sub: string) => UserCart | null
  /** Changes the record as it is at that moment, if it is still there. */
  change: (sub: string, update: (cart: UserCart) => UserCart) => Promise<void>
  /** Never two of these at once, in however many tabs. */
  alone: (work: () => Promise<void>) => Promise<void>
  /** Whether the last attempt got an answer. */
  onReach: (reached: boolean) => void
  now: () => Date
  later: (ms: number, run: () => void) => () => void
  /** From 0 to 1: browsers that lost the store together should not all come back at once. */
  random: () => number
}

/** Tells the store of every click, one after the other, each until it is answered. */
export function createCartSender(deps: CartSenderDeps) {
  const { api, read, change, alone, onReach, now, later, random } = deps
  let sub: string | null = null
  let wantsNews = false
  let wanted = false
  let running = false
  let failures = 0
  let stopTimer = nothing

  function serve(shopper: string | null) {
    sub = shopper
    failures = 0
    wake({ news: true })
  }

  /** There is something to send; or, for `news`, perhaps something to hear. */
  function wake({ news = false } = {}) {
    stopTimer()
    wantsNews ||= news
    wanted = true
    if (!running) void run()
  }

  async function run() {
    running = true
    while (wanted) {
      wanted = false
      await alone(talk)
    }
    running = false
  }

  async function talk() {
    for (let shopper = sub; shopper !== null; shopper = sub) {
      const operation = read(shopper)?.queue[0]
      if (!operation && !wantsNews) return

      const answer = operation ? await send(shopper, operation) : await api.read(shopper)
      onReach(answer.kind !== 'later')
      if (answer.kind === 'later') {
        waitLonger()
        return
      }
      failures = 0
      // Every answer is the whole cart, but a refusal tells nothing of it.
      wantsNews = answer.kind === 'refused'
      await change(shopper, (cart) => learned(cart, operation, answer))
    }
  }

  async function send(shopper: string, operation: CartOperation): Promise<CartAnswer> {
    if (isBeyondRetry(operation, now())) return { kind: 'refused' }
    // Written down before it leaves: a tab may be closed before the answer.
    if (operation.triedAt === undefined) await change(shopper, (cart) => tried(cart, operation, now()))
    return api.send(shopper, operation)
  }

  function waitLonger() {
    const wait = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS)
    failures += 1
    stopTimer()
    stopTimer = later(wait * (0.8 + 0.4 * random()), () => wake())
  }

  return { serve, wake }
}

function learned(
  cart: UserCart,
  operation: CartOperation | undefined,
  answer: Exclude<CartAnswer, { kind: 'later' }>,
): UserCart {
  if (answer.kind === 'done')
    return operation ? settled(cart, operation, answer.cart) : heardOf(cart, answer.cart)
  return operation ? refused(cart, operation) : cart
}

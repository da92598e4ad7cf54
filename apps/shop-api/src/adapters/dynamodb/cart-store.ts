import { type Item, readItem, readItems } from '@nashta/dynamodb/read-items'
import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { CartChange, CartRecord, CartStore } from '../../cart/cart-store.ts'
import {
  type CartAnnounce,
  cartKey,
  cartWrite,
  changedCart,
  type Operation,
  operationItem,
  operationKey,
  toCart,
} from './cart-items.ts'
import type { InTurn } from './in-turn.ts'
import { persist } from './persist.ts'
import { secondOf, type ShopTables } from './tables.ts'

/** Each may bring two items of its own into the transaction. */
const CHANGES_AT_ONCE = 45

type Changed = { cart: CartRecord; replayed: boolean }
type Applied = {
  cart: CartRecord
  operations: readonly Operation[]
  announced: readonly TransactItem[]
  answers: readonly (() => void)[]
}
type Waiting = CartChange & { resolve: (changed: Changed) => void; reject: (error: unknown) => void }

export type DynamoCartStoreDeps = ShopTables & {
  inTurn: InTurn
  now: () => Date
  /** What a change calls for, to be written in its own transaction. */
  announce?: CartAnnounce
}

/** Changes of one cart that wait for each other are written together. */
export function createDynamoCartStore({
  client,
  tables,
  inTurn,
  now,
  announce = () => [],
}: DynamoCartStoreDeps): CartStore {
  const table = tables.carts
  const waiting = new Map<string, Waiting[]>()

  /** The cart, and the fingerprints of operations that were done before. */
  async function read(userId: string, changes: readonly CartChange[]) {
    const operations = changes.flatMap(({ operation }) => operation ?? [])
    if (operations.length === 0) {
      const item = await readItem(client, table, cartKey(userId))
      return { cart: toCart(item ?? undefined, userId, now), done: new Map<string, string>() }
    }
    const keys = new Map(
      [cartKey(userId), ...operations.map((operation) => operationKey(userId, operation))].map((key) => [
        key.item,
        { table, key },
      ]),
    )
    const items = (await readItems(client, [...keys.values()])).get(table) ?? []
    const cart = items.find(({ item }) => item === 'cart')
    return { cart: toCart(cart, userId, now), done: doneBefore(items) }
  }

  /** What is past its time may still be there for days. */
  function doneBefore(items: readonly Item[]) {
    const second = secondOf(now())
    return new Map(
      items
        .filter(({ item, expiresAt }) => item !== 'cart' && Number(expiresAt) > second)
        .map(({ item, fingerprint }) => [String(item).replace('operation#', ''), String(fingerprint)]),
    )
  }

  function operationWrite(userId: string, operation: Operation): TransactItem {
    const time = now()
    return {
      name: 'operation',
      write: {
        Put: {
          TableName: table,
          Item: operationItem(userId, operation, time),
          ConditionExpression: 'attribute_not_exists(userId) OR expiresAt <= :now',
          ExpressionAttributeValues: { ':now': secondOf(time) },
        },
      },
    }
  }

  /** A transaction even for one item: sent again after a lost answer, it is still the same click. */
  async function write(before: CartRecord, { cart, operations, announced }: Applied) {
    if (cart === before) return
    await transact(client, [
      { name: 'cart', write: { Put: cartWrite(table, before, cart) } },
      ...operations.map((operation) => operationWrite(cart.userId, operation)),
      ...announced,
    ])
  }

  async function flush(userId: string) {
    const changes = waiting.get(userId)?.splice(0, CHANGES_AT_ONCE) ?? []
    if (waiting.get(userId)?.length === 0) waiting.delete(userId)
    if (changes.length === 0) return
    try {
      const answers = await persist(async () => {
        const { cart, done } = await read(userId, changes)
        const applied = applyAll(cart, done, changes, { now, announce })
        await write(cart, applied)
        return applied.answers
      })
      for (const answer of answers) answer()
    } catch (error) {
      for (const { reject } of changes) reject(error)
    }
  }

  return {
    async find(userId) {
      return toCart((await readItem(client, table, cartKey(userId))) ?? undefined, userId, now)
    },
    async change(userId, change) {
      const { promise, resolve, reject } = Promise.withResolvers<Changed>()
      const queue = waiting.get(userId) ?? []
      queue.push({ ...change, resolve, reject })
      waiting.set(userId, queue)
      // Answered by whichever turn takes it along, its own or one before.
      void inTurn(userId, () => flush(userId))
      return promise
    },
  }
}

/** One after the other; each refusal is its own, and is told once the others are kept. */
function applyAll(
  before: CartRecord,
  done: ReadonlyMap<string, string>,
  changes: readonly Waiting[],
  { now, announce }: { now: () => Date; announce: CartAnnounce },
): Applied {
  const known = new Map(done)
  const operations: Operation[] = []
  const announced: TransactItem[] = []
  const answers: (() => void)[] = []
  let cart = before
  for (const change of changes) {
    const { operation, resolve, reject } = change
    try {
      const replayed = operation !== undefined && isKnown(known, operation)
      if (!replayed) {
        const { lines } = cart
        cart = applied(cart, change, now)
        announced.push(...announce(lines, cart))
        if (operation) {
          known.set(operation.key, operation.fingerprint)
          operations.push(operation)
        }
      }
      const changed = { cart, replayed }
      answers.push(() => resolve(changed))
    } catch (error) {
      answers.push(() => reject(error))
    }
  }
  return { cart, operations, announced, answers }
}

function isKnown(known: ReadonlyMap<string, string>, { key, fingerprint }: Operation) {
  const before = known.get(key)
  if (before !== undefined && before !== fingerprint) {
    throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another change')
  }
  return before !== undefined
}

function applied(cart: CartRecord, { apply, ifVersion }: CartChange, now: () => Date) {
  if (ifVersion !== undefined && ifVersion !== cart.version) {
    throw new ServiceError('CART_CHANGED', 'The cart has changed since; read it again')
  }
  return changedCart(cart, apply(cart.lines), now)
}

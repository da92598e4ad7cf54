import { createPrivateKey, randomInt, randomUUID, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readShopFile } from '../proof-context.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { runConcurrently } from '../run-concurrently.ts'
import { type Shopper, createShopper, shopperWithToken, itemAt } from '../shopper.ts'
import { type CartChange, applyChange, isSameCart, type Quantities } from './cart-model.ts'
import { type CartSnapshot, parseCart, sendChange, fetchIdsWithoutDonut } from './shop-calls.ts'

const CLIENTS = 64
const SNACKS = 8
/** One of this many changes removes a product, so that every line stays below its limit. */
const CHANGES_PER_REMOVE = 50
/** The crowd has this many carts for each change that one client makes to the shared cart. */
const CARTS_PER_CHANGE = 2
const ADDS_TO_EACH_CART = 4
const HOUR_MS = 3_600_000

/** A change, and the cart in its response. */
type SentChange = { change: Exclude<CartChange, { kind: 'buy' | 'set' }>; after: CartSnapshot }

export const hotCart: Proof = {
  id: 'R8',
  test: `${CLIENTS} clients on one cart, then many shoppers with a cart each`,
  sizes: { quick: 5, short: 500, nightly: 5000 },
  unit: `cart changes of each client, and ${CARTS_PER_CHANGE} other carts for each change`,
  async run(context, size) {
    const dataFolder = context.freshFolder()
    const { url } = await context.startStore({ DATA_DIR: dataFolder })
    const shopper = await createShopper(url)
    const snacks = (await fetchIdsWithoutDonut(url)).slice(0, SNACKS)

    const changes: SentChange[] = []
    await runConcurrently(CLIENTS * size, CLIENTS, async () => {
      const change = randomChange(snacks)
      changes.push({ change, after: parseCart(await sendChange(shopper, change)) })
    })
    const finalCart = parseCart(await shopper.call('GET', `/carts/${shopper.userId}`))
    const { wrong, quantities } = applyInSequence(changes)

    const crowd = mintShoppers(url, dataFolder, shopper, size * CARTS_PER_CHANGE)
    await runConcurrently(crowd.length * ADDS_TO_EACH_CART, CLIENTS, async (index) => {
      const change = { kind: 'add', productId: snacks[index % SNACKS] ?? '', quantity: 1 } as const
      parseCart(await sendChange(itemAt(crowd, index), change))
    })
    const [counted] = readShopFile<{ carts: number }>(
      dataFolder,
      `SELECT count(*) AS carts FROM carts WHERE version = ${ADDS_TO_EACH_CART} AND ${ADDS_TO_EACH_CART} =
        (SELECT sum(line.value ->> 'quantity') FROM json_each(lines) AS line)`,
    )

    expectFigures({
      'cart versions': [finalCart.version, changes.length],
      'responses that no sequence of changes explains': [wrong, 0],
      'the final cart matches the changes': [isSameCart(finalCart.quantities, quantities), true],
      'carts of the crowd with the right quantities': [counted?.carts, crowd.length],
    })
    return `${changes.length} changes of one cart in one sequence, each response right, none lost; ${crowd.length} other carts hold their ${crowd.length * ADDS_TO_EACH_CART} items; all responses 200`
  },
  mutations: [
    {
      what: 'a cart is read outside its write transaction',
      file: 'apps/shop-api/src/adapters/sqlite/cart-store.ts',
      from: `return database.write(() => {
        const before = read(userId)`,
      to: `const before = read(userId)
      return database.write(() => {`,
    },
  ],
}

function randomChange(snacks: readonly string[]): SentChange['change'] {
  const productId = snacks[randomInt(snacks.length)] ?? ''
  return randomInt(CHANGES_PER_REMOVE) === 0
    ? { kind: 'remove', productId }
    : { kind: 'add', productId, quantity: 1 }
}

/**
 * Applies the changes in the sequence of their versions. Counts the responses whose cart is not the
 * result of all changes up to theirs.
 */
function applyInSequence(changes: readonly SentChange[]) {
  let quantities: Quantities = {}
  let wrong = 0
  const inOrder = changes.toSorted((one, other) => one.after.version - other.after.version)
  for (const [index, { change, after }] of inOrder.entries()) {
    quantities = applyChange(quantities, change)
    if (after.version !== index + 1 || !isSameCart(after.quantities, quantities)) wrong += 1
  }
  return { wrong, quantities }
}

/**
 * Makes sessions and tokens for many shoppers with the store's own key. Sign-ups would be slow,
 * because they hash passwords.
 */
function mintShoppers(url: string, dataFolder: string, { accessToken }: Shopper, count: number): Shopper[] {
  const [header = '', payload = ''] = accessToken.split('.')
  const claims: object = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const { access }: { access: { pem: string } } = JSON.parse(
    readFileSync(join(dataFolder, 'signing-keys.json'), 'utf8'),
  )
  const key = createPrivateKey(access.pem)
  // The users of the sessions do not exist, so foreign keys are not enforced.
  const file = new DatabaseSync(join(dataFolder, 'identity.sqlite'), {
    enableForeignKeyConstraints: false,
    timeout: 5000,
  })
  const insertSession = file.prepare(`
    INSERT INTO sessions (id, sub, clientId, refreshHash, signedInAt, lastUsedAt, expiresAt, revoked)
    VALUES (@id, @sub, 'client', @id, @at, @at, @expiresAt, 0)
  `)
  const at = new Date().toISOString()
  const expiresAt = new Date(Date.now() + HOUR_MS).toISOString()

  const minted = Array.from({ length: count }, () => {
    const [sub, id] = [randomUUID(), randomUUID()]
    insertSession.run({ id, sub, at, expiresAt })
    const newClaims = { ...claims, sub, username: sub, origin_jti: id, jti: randomUUID() }
    const body = Buffer.from(JSON.stringify(newClaims)).toString('base64url')
    const signed = `${header}.${body}`
    const signature = sign('sha256', Buffer.from(signed), key).toString('base64url')
    return shopperWithToken(url, { email: '', accessToken: `${signed}.${signature}` })
  })
  file.close()
  return minted
}

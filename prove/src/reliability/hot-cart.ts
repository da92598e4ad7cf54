import { randomInt } from 'node:crypto'
import { expectFigures } from '../expect-figures.ts'
import type { Proof } from '../proof.ts'
import { readShopFile } from '../shop-file.ts'
import { type Shopper, shopperAt } from '../shopper.ts'
import { type SeenCart, seenCart, sendChange } from './cart-calls.ts'
import { type CartChange, changed, isSame, type Quantities } from './cart-model.ts'
import { inTurns } from './in-turns.ts'
import { mintShoppers } from './minted-shoppers.ts'
import { snacksAt } from './snacks.ts'

const CLIENTS = 64
const SNACKS = 8
/** Often enough that no line ever holds more than a line may. */
const REMOVES_AMONG = 50
const CARTS_FOR_EACH = 2
const CLICKS_ON_EACH_CART = 4

type Click = { change: Exclude<CartChange, { kind: 'buy' | 'set' }>; after: SeenCart }

export const hotCart: Proof = {
  id: 'R8',
  test: `${CLIENTS} clients on one cart, then a crowd with a cart each`,
  sizes: { quick: 5, short: 500, nightly: 5000 },
  unit: `clicks of each client, and ${CARTS_FOR_EACH} carts for each of these`,
  async run(scene, size) {
    const dataFolder = scene.freshFolder()
    const { url } = await scene.startStore({ DATA_DIR: dataFolder })
    const shopper = await shopperAt(url)
    const snacks = (await snacksAt(url)).slice(0, SNACKS)

    const clicks: Click[] = []
    await inTurns(CLIENTS * size, CLIENTS, async () => {
      const change = anyChange(snacks)
      clicks.push({ change, after: seenCart(await sendChange(shopper, change)) })
    })
    const inTheEnd = seenCart(await shopper.call('GET', `/carts/${shopper.userId}`))
    const { wrong, quantities } = replayed(clicks)

    const crowd = mintShoppers(url, dataFolder, shopper, size * CARTS_FOR_EACH)
    await inTurns(crowd.length * CLICKS_ON_EACH_CART, CLIENTS, async (turn) => {
      const change = { kind: 'add', productId: snacks[turn % SNACKS] ?? '', quantity: 1 } as const
      seenCart(await sendChange(crowd[turn % crowd.length] as Shopper, change))
    })
    const [crowded] = readShopFile<{ carts: number }>(
      dataFolder,
      `SELECT count(*) AS carts FROM carts WHERE version = ${CLICKS_ON_EACH_CART} AND ${CLICKS_ON_EACH_CART} =
        (SELECT sum(line.value ->> 'quantity') FROM json_each(lines) AS line)`,
    )

    expectFigures({
      versions: [inTheEnd.version, clicks.length],
      'answers that differ from one click after the other': [wrong, 0],
      'the cart is what was clicked': [isSame(inTheEnd.quantities, quantities), true],
      'carts of the crowd that hold their clicks': [crowded?.carts, crowd.length],
    })
    return `${clicks.length} clicks on one cart in one order, each answer right, none lost; ${crowd.length} other carts hold their ${crowd.length * CLICKS_ON_EACH_CART}; no other answer than 200`
  },
  mutations: [
    {
      what: 'a cart is read before its turn to be written',
      file: 'apps/shop-api/src/adapters/sqlite/cart-store.ts',
      from: `return database.write(() => {
        const before = read(userId)`,
      to: `const before = read(userId)
      return database.write(() => {`,
    },
  ],
}

function anyChange(snacks: readonly string[]): Click['change'] {
  const productId = snacks[randomInt(snacks.length)] ?? ''
  return randomInt(REMOVES_AMONG) === 0
    ? { kind: 'remove', productId }
    : { kind: 'add', productId, quantity: 1 }
}

/** Versions say in which order the clicks were taken; each must be what it makes of the one before. */
function replayed(clicks: readonly Click[]) {
  let quantities: Quantities = {}
  let wrong = 0
  const inOrder = clicks.toSorted((one, other) => one.after.version - other.after.version)
  for (const [index, { change, after }] of inOrder.entries()) {
    quantities = changed(quantities, change)
    if (after.version !== index + 1 || !isSame(after.quantities, quantities)) wrong += 1
  }
  return { wrong, quantities }
}

import { isDeepStrictEqual } from 'node:util'
import { createRandom } from '@nashta/contracts/catalogue/random.fixture'
import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { describe, expect, it } from 'vitest'
import { openDynamoTestShop } from '../adapters/dynamodb/dynamodb-shop.fixture.ts'
import { aProduct } from '../catalogue/product.fixture.ts'
import { card } from '../orders/work/checkout.fixture.ts'
import { type OpenTestShop, openTestShop, type TestShop } from '../shop.fixture.ts'

const STEPS = 10
const AT_ONCE = 8
const STEP_KINDS = [
  'buy',
  'buy',
  'buy',
  'rate',
  'rate',
  'rate',
  'rate',
  'erase',
  'hide',
  'show',
  'group',
] as const

describe('ratings after random histories of orders on SQLite', () => {
  boughtHistories(openTestShop, 1000)
})

describeOnDynamoDbLocal('ratings after random histories of orders on DynamoDB', () =>
  boughtHistories(openDynamoTestShop, 60),
)

/** Shoppers and guests buy, receive, rate, change and erase; the shop hides, shows and groups packs. */
function boughtHistories(open: OpenTestShop, count: number) {
  it(
    `only buyers have rated, and averages equal the shown ratings, after each of ${count} histories`,
    { timeout: 1_800_000 },
    async () => {
      const shop = await open({ guestCheckout: true })
      await shop.tokenFor('boss', ['admin'])
      const ids = Array.from({ length: count }, (_, seed) => productsOf(seed)).flat()
      await shop.shop.products.fillIfEmpty(
        ids.map((products_id) => aProduct({ products_id, pricePaise: asPaise(10_000) })),
      )
      const wrong: unknown[] = []
      for (let first = 0; first < count; first += AT_ONCE) {
        const seeds = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, index) => first + index)
        const ended = await Promise.all(seeds.map((seed) => runHistory(shop, seed)))
        wrong.push(...ended.filter(({ found, expected }) => !isDeepStrictEqual(found, expected)))
      }
      await shop.close()
      expect(wrong).toEqual([])
    },
  )
}

function productsOf(seed: number): [string, string] {
  return [`laddoo-${seed}`, `barfi-${seed}`]
}

type Person = {
  /** A guest has the link of one order, and no account. */
  link?: string
  account?: string
  received: Set<string>
  ratings: Rating[]
}

type Rating = { product: string; family: string; stars: number; isHidden: boolean; id: string }

async function runHistory(shop: TestShop, seed: number) {
  const random = createRandom(seed)
  const products = productsOf(seed)
  const families = new Map<string, string>(products.map((product) => [product, product]))
  const familyOf = (product: string) => families.get(product) ?? product
  const persons: Person[] = [`asha-${seed}`, `ravi-${seed}`].map((account) => ({
    account,
    received: new Set(),
    ratings: [],
  }))
  const all = () => persons.flatMap(({ ratings }) => ratings)
  const statuses: { found: unknown[]; expected: unknown[] } = { found: [], expected: [] }
  let orders = 0

  function saw(found: unknown, expected: unknown) {
    statuses.found.push(found)
    statuses.expected.push(expected)
  }

  async function buy(product: string) {
    orders += 1
    const person: Person = random.chance(0.3)
      ? { received: new Set<string>(), ratings: [] }
      : random.one(persons.filter(({ account }) => account !== undefined))
    const { account } = person
    const body = {
      ...(account === undefined && { email: `gita-${seed}-${orders}@example.in` }),
      items: [{ productId: product, quantity: 1 }],
      totalAmount: 100,
      paymentDetails: card('4242424242424242'),
      shippingAddress: homeAddress,
    }
    const path = account === undefined ? '/guest-orders' : `/purchases/${account}`
    const key = { 'idempotency-key': `history-${seed}-order-${orders}` }
    const { data } = await shop.call(account ?? 'nobody', 'POST', path, body, key)
    const purchaseId = account === undefined ? data.order.purchaseId : data.purchaseId
    if (account === undefined) persons.push({ ...person, link: data.token })
    const buyer = account === undefined ? persons.at(-1) : person
    // Some orders are still on their way.
    if (random.chance(0.3)) return
    for (const orderStatus of ['SHIPPED', 'DELIVERED'])
      await shop.call('boss', 'PUT', `/purchases/order/${purchaseId}/status`, { orderStatus })
    buyer?.received.add(product)
  }

  /** The person's rating of the snack, or of the product in a family that it has left. */
  const ownOf = ({ ratings }: Person, product: string) =>
    ratings.find(({ family }) => family === familyOf(product)) ??
    ratings.find((rating) => rating.product === product)
  const hasReceived = ({ received }: Person, product: string) =>
    [...received].some((each) => familyOf(each) === familyOf(product))
  const send = (person: Person, method: 'PUT' | 'DELETE', product: string, body?: object) =>
    person.link === undefined
      ? shop.call(person.account ?? '', method, `/products/${product}/rating`, body)
      : shop.call('nobody', method, `/order-links/${person.link}/ratings/${product}`, body)

  async function rate(person: Person, product: string) {
    const stars = 1 + random.below(5)
    const own = ownOf(person, product)
    const isAllowed = own !== undefined || hasReceived(person, product)
    const { status, data } = await send(person, 'PUT', product, { stars })
    saw(status, isAllowed ? 200 : 404)
    if (own) own.stars = stars
    else if (isAllowed && status === 200)
      person.ratings.push({ product, family: familyOf(product), stars, isHidden: false, id: data.id })
  }

  async function erase(person: Person, product: string) {
    const own = ownOf(person, product)
    const { status } = await send(person, 'DELETE', product)
    saw(status, own || hasReceived(person, product) ? 200 : 404)
    // A hidden rating is emptied, and stays hidden.
    if (own && !own.isHidden) person.ratings = person.ratings.filter((each) => each !== own)
  }

  async function turn(to: 'hide' | 'show') {
    const rating = random.one(all())
    if (!rating) return
    await shop.call(
      'boss',
      'POST',
      `/admin/ratings/${rating.id}/${to}`,
      to === 'hide' ? { reason: 'insult' } : {},
    )
    rating.isHidden = to === 'hide'
  }

  async function group(product: string) {
    const from = familyOf(product)
    const to = random.one([...products, `family-${seed}`])
    await shop.call('boss', 'PUT', `/products/${product}`, { family: to === product ? null : to })
    families.set(product, to)
    const isLast = products.every((each) => familyOf(each) !== from)
    for (const { ratings } of persons)
      for (const rating of ratings) {
        const isMoving = rating.family === from && (isLast || rating.product === product)
        // A person has one rating of a snack.
        if (isMoving && !ratings.some(({ family }) => family === to)) rating.family = to
      }
  }

  for (let step = 0; step < STEPS; step += 1) {
    const kind = random.one(STEP_KINDS)
    const product = random.one(products)
    const person = random.one(persons)
    if (kind === 'buy') await buy(product)
    else if (kind === 'rate') await rate(person, product)
    else if (kind === 'erase') await erase(person, product)
    else if (kind === 'group') await group(product)
    else await turn(kind)
  }

  for (const product of products) {
    const shown = all().filter(({ family, isHidden }) => family === familyOf(product) && !isHidden)
    const stars = [1, 2, 3, 4, 5].map((star) => shown.filter((rating) => rating.stars === star).length)
    const sum = shown.reduce((total, rating) => total + rating.stars, 0)
    const [one, list] = await Promise.all([
      shop.call('nobody', 'GET', `/products/${product}`),
      shop.call('nobody', 'GET', `/products/${product}/ratings?limit=20`),
    ])
    saw(one.data.rating, shown.length === 0 ? undefined : { sum, count: shown.length })
    saw([list.data.stars, list.data.ratings.length], [stars, shown.length])
  }
  return { seed, found: statuses.found, expected: statuses.expected }
}

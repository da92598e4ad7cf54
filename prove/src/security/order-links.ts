import { randomBytes, randomUUID } from 'node:crypto'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { expectFigures, type Proof } from '../proof.ts'
import { CARD, createShopper, donutOrder, itemAt, sendJson, type Shopper } from '../shopper.ts'
import { createRandom, type Random } from './random.ts'

/** The token of a link is the purchase id, and then a secret of 128 bits in base64url. */
const ID_LENGTH = 26
const SECRET_LENGTH = 22
/** The characters of base64url. */
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const SEED = 20_261_117
const CLAIMS_AT_ONCE = 4

export const orderLinks: Proof = {
  id: 'S24',
  test: 'Guessed, altered and replaced links to orders, requests for the links of other guests, and guests who sign up afterwards',
  sizes: { quick: 300, short: 10_000, nightly: 100_000 },
  unit: 'links',
  async run(context, size) {
    const { url } = await context.startStore({ GUEST_CHECKOUT: 'true' })
    const shopper = await createShopper(url)
    const links = await Promise.all([1, 2, 3].map((donuts) => placeAndRenewLink(shopper, donuts)))
    const replaced = links.map((link) => link.replaced)
    const current = links.map((link) => link.current)
    const unknownToken = '0'.repeat(ID_LENGTH) + 'A'.repeat(SECRET_LENGTH)
    const responseToUnknown = await callLink(url, 'GET', unknownToken)
    const random = createRandom(SEED)
    const opened: string[] = []
    for (let number = 0; number < size; number += 1) {
      // Every tenth link is a replaced one.
      const token =
        number % 10 === 0 ? itemAt(replaced, number / 10) : alterToken(itemAt(current, number), random)
      const [method, action] = itemAt(CALLS, number)
      if ((await callLink(url, method, token, action)) !== responseToUnknown)
        opened.push(`${method} ${action} ${token}`)
    }
    const working = await Promise.all(current.map((token) => callLink(url, 'GET', token)))
    const guests = Math.max(2, Math.floor(size / 1000))
    const faults: string[] = []
    const leaked: string[] = []
    for (let number = 0; number < guests; number += 1) leaked.push(...(await leakFaults(url)))
    for (let number = 0; number < guests; number += 1) faults.push(...(await claimFaults(url)))

    expectFigures({
      'links that opened or changed an order, or got another response than an unknown link': [
        opened.slice(0, 3).join(', '),
        '',
      ],
      'links that work': [working.filter((text) => text.startsWith('200')).length, current.length],
      'links that a stranger got from a call': [leaked.slice(0, 3).join(', '), ''],
      'guests whose order is not in their history exactly once': [faults.slice(0, 3).join(', '), ''],
    })
    return `${size} links guessed, altered or replaced: 0 opened, all with the same response; ${guests} guests signed up, each order in one history, once`
  },
  mutations: [
    {
      what: 'any token with the id of an order opens the order',
      file: 'apps/shop-api/src/orders/order/order-link.ts',
      from: 'const isSame = expected.length === given.length && timingSafeEqual(expected, given)',
      to: 'const isSame = given.length > 0',
    },
    {
      what: 'a new link leaves the old one working',
      file: 'apps/shop-api/src/orders/work/change-linked-order.ts',
      from: 'return { order: { ...stored, linkSecret }, effects: [] }',
      to: 'return { order: stored, effects: [] }',
    },
    {
      what: 'any account with the link takes an order over',
      file: 'apps/shop-api/src/orders/work/change-linked-order.ts',
      from: 'if (!isOwnAddress) throw',
      to: 'if (email === null) throw',
    },
    {
      what: 'the token of any payment leads to the link of every order',
      file: 'apps/shop-api/src/payments/simulator/simulator.ts',
      from: 'if (isSentToOtherOrder) return null',
      to: '',
    },
    {
      what: "the guest's key reveals the link of an order that an account has taken over",
      file: 'apps/shop-api/src/orders/work/place-purchase.ts',
      from: 'if (earlier.userId !== userId) throw orderNotFound()',
      to: '',
    },
  ],
}

/** An order paid with this card waits until the shopper confirms it on the page of a bank. */
const BANK_PAGE_CARD = { ...CARD, cardNumber: '4000000000003220' }

/** Half of the calls only read the order. */
const CALLS: [method: 'GET' | 'POST', action: string][] = [
  ['GET', ''],
  ['GET', ''],
  ['POST', '/cancel'],
  ['POST', '/paid'],
]

/** Places an order and renews its link. Returns the tokens of the replaced and the current link. */
async function placeAndRenewLink(shopper: Shopper, donuts: number) {
  const placed = await shopper.call('POST', `/purchases/${shopper.userId}`, donutOrder(donuts))
  const { purchaseId } = dataOf(placed)
  const renewLink = async () =>
    dataOf(await shopper.call('POST', `/purchases/order/${purchaseId}/link`, {})).token
  const replaced = await renewLink()
  return { replaced, current: await renewLink() }
}

/** Alters the token in a random way. */
function alterToken(token: string, random: Random): string {
  const id = token.slice(0, ID_LENGTH)
  const secret = token.slice(ID_LENGTH)
  const at = random.below(token.length)
  const other = random.oneOf(CHARACTERS.replace(token.charAt(at), '').split(''))
  const ways = [
    () => token.slice(0, at) + other + token.slice(at + 1),
    () => id + randomBytes(16).toString('base64url'),
    () => token.slice(0, at),
    () => token + other,
    () => id + secret.split('').toReversed().join(''),
    () => id.toLowerCase() + secret,
    () => id,
  ]
  const changed = random.oneOf(ways)()
  // An empty token would make the path that of another route.
  return changed === token || changed === '' ? id : changed
}

/** Returns status and body, which must be the same for every link that opens nothing. */
async function callLink(url: string, method: 'GET' | 'POST', token: string, action = '') {
  const body = action === '/cancel' ? { reason: 'Not mine' } : {}
  const response = await fetch(`${url}${SHOP_API_BASE}/order-links/${token}${action}`, {
    method,
    ...(method === 'POST' && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  return `${response.status} ${await response.text()}`
}

/**
 * A stranger pays for an order of their own, but returns from the payment page with the id of a
 * guest's order. Returns the replies that contain the link to the guest's order. Also returns the
 * reply to an honest return, if it does not lead to the stranger's own order.
 */
async function leakFaults(url: string): Promise<string[]> {
  const placeGuestOrder = async () =>
    dataOf(
      await sendJson(`${url}${SHOP_API_BASE}/guest-orders`, {
        method: 'POST',
        headers: { 'idempotency-key': randomUUID() },
        body: { ...donutOrder(1, BANK_PAGE_CARD), email: `${randomUUID()}@example.in` },
      }),
    )
  const [victim, own] = await Promise.all([placeGuestOrder(), placeGuestOrder()])
  const returnFromPayment = async (purchaseId: string, result: string) => {
    const response = await fetch(`${url}${SHOP_API_BASE}/payments/simulator/return?order=${purchaseId}`, {
      method: 'POST',
      // These fields belong to the payment of the stranger's own order.
      body: new URLSearchParams({ ...own.order.payment.form.fields, result }),
      redirect: 'manual',
    })
    return `${response.status} ${response.headers.get('location')} ${await response.text()}`
  }
  const replies = [
    await returnFromPayment(victim.order.purchaseId, 'failed'),
    await returnFromPayment(victim.order.purchaseId, 'paid'),
  ]
  const ownReply = await returnFromPayment(own.order.purchaseId, 'paid')
  return [
    ...replies.filter((reply) => reply.includes(victim.token)),
    ...(ownReply.startsWith(`303 /orders/${own.token}`) ? [] : [`the own order: ${ownReply}`]),
  ]
}

/**
 * The owner of an account orders as a guest with the same e-mail address. A stranger with the link
 * tries to claim the order, then the owner claims it several times at once. Returns the faults.
 */
async function claimFaults(url: string): Promise<string[]> {
  const [owner, stranger] = await Promise.all([createShopper(url), createShopper(url)])
  const key = randomUUID()
  const order = { ...donutOrder(1), email: owner.email.toUpperCase() }
  const place = () =>
    sendJson(`${url}${SHOP_API_BASE}/guest-orders`, {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: order,
    })
  const { token, order: placed } = dataOf(await place())
  const claim = (shopper: Shopper) => shopper.call('POST', `/order-links/${token}/claim`, {})
  const strangersClaim = await claim(stranger)
  const claims = await Promise.all(Array.from({ length: CLAIMS_AT_ONCE }, () => claim(owner)))
  // The claimed order belongs to the account, so the guest's key no longer finds it.
  const replayed = await place()
  return [
    ...(strangersClaim.status === 404 ? [] : [`a stranger's claim got ${strangersClaim.status}`]),
    ...claims.flatMap(({ status }) => (status === 200 ? [] : [`a claim got ${status}`])),
    ...(replayed.status === 404 ? [] : [`the key of the guest got ${replayed.status}`]),
    ...((await orderIdsOf(owner)).join() === placed.purchaseId ? [] : ["the owner's history is wrong"]),
    ...((await orderIdsOf(stranger)).length === 0 ? [] : ["the stranger's history has the order"]),
  ]
}

async function orderIdsOf({ userId, call }: Shopper): Promise<string[]> {
  const { purchases } = dataOf(await call('GET', `/purchases/${userId}`))
  return purchases.map(({ purchaseId }) => purchaseId)
}

/** The data of a successful response, as far as this proof reads it. */
type Data = {
  purchaseId: string
  token: string
  order: { purchaseId: string; payment: { form: { fields: Record<string, string> } } }
  purchases: { purchaseId: string }[]
}

function dataOf({ status, body }: { status: number; body: unknown }): Data {
  if (status >= 300) throw new Error(`a call got ${status}: ${JSON.stringify(body)}`)
  return (body as { data: Data }).data
}

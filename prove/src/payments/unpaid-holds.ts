import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { aProduct } from '@nashta/shop-api/catalogue/product.fixture'
import { openTestShop, TEST_PAYMENTS } from '@nashta/shop-api/shop.fixture'
import type { ProofContext } from '../proof-context.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { CARD, itemAt } from '../shopper.ts'

const STOCK = 500
const QUANTITY = 5
/** The setting OPEN_UNITS_MAX: how many units of a product one buyer may hold without paying. */
const UNITS_MAX = 20
/** Decision 31 says how much a network may hold, and how many claims give an order more time. */
const UNITS_OF_NETWORK_MAX = 3 * UNITS_MAX
const EXTENDED_CLAIMS_MAX = 2
/** How many orders each attacker sends at once. */
const ORDERS_AT_ONCE = 15
/** Longer than an order waits for its payment. */
const EXPIRY_MS = 31 * 60_000
const ADDRESS = '203.0.113.7'

/** The simulator sends the shopper of this card to the bank's page. */
const BANK_PAGE_CARD = { ...CARD, cardNumber: '4000000000003220' }
const UPI_QR = { method: 'hosted', choice: 'upi' }
const WAYS = [{ method: 'cod' }, UPI_QR, BANK_PAGE_CARD]

type Placed = { status: number; purchaseId: string }
type Store = Awaited<ReturnType<typeof openStore>>

export const unpaidHolds: Proof = {
  id: 'R24',
  test: 'One account, one guest and one network try to take the whole stock without paying, by every way to pay at once, while honest buyers on the same network buy',
  sizes: { quick: 2, short: 10, nightly: 200 },
  unit: 'rounds',
  async run(context, size) {
    let refused = 0
    const held = { account: 0, guest: 0, network: 0 }
    for (let round = 0; round < size; round += 1) {
      // Each round begins with another way to pay.
      const wayOf = (index: number) => itemAt(WAYS, index + round)
      for (const [attacker, buyerOf, unitsMax] of ATTACKERS) {
        const store = await openStore(context)
        const placed = await Promise.all(
          Array.from({ length: ORDERS_AT_ONCE }, (_, index) => store.place(buyerOf(index), wayOf(index))),
        )
        refused += placed.filter(({ status }) => status === 409).length
        const units = await store.countHeldUnits()
        held[attacker] = Math.max(held[attacker], units)
        expectFigures({
          [`units that one ${attacker} holds beyond ${unitsMax}`]: [Math.max(0, units - unitsMax), 0],
          'responses that are neither an order nor a refusal': [
            placed.filter(({ status }) => status !== 201 && status !== 409).length,
            0,
          ],
          'honest buyers who cannot buy': [await countTurnedAway(store, round), 0],
        })
        await store.close()
      }
      await claimWithoutPaying(context)
    }
    return `${size} rounds of ${ORDERS_AT_ONCE} orders at once: of ${STOCK} units an account held ${held.account}, a guest ${held.guest}, the guests of a network ${held.network}; ${refused} orders refused, ${EXTENDED_CLAIMS_MAX} claims of a buyer had more time, all honest buyers bought`
  },
  mutations: [
    {
      what: 'only cash orders count',
      file: 'apps/shop-api/src/orders/order/unpaid-orders.ts',
      from: "return isUnshipped(order) && order.payment.state !== 'paid'",
      to: "return isUnshipped(order) && order.payment.method === 'cod'",
    },
    {
      what: 'a network has no limit',
      file: 'apps/shop-api/src/orders/work/place-purchase.ts',
      from: 'const unpaidLimits = isKnown ? ownLimits : [...ownLimits, ...limitsOfNetwork]',
      to: 'const unpaidLimits = ownLimits',
    },
    {
      what: 'the guests of a network use up the limit of its accounts',
      file: 'apps/shop-api/src/orders/order/unpaid-orders.ts',
      from: "buyerKey: buyerKeyOf('network', isGuest ? network : `accounts ${network}`),",
      to: "buyerKey: buyerKeyOf('network', network),",
    },
    {
      what: 'an order that is paid at once is refused because of unpaid ones',
      file: 'apps/shop-api/src/orders/order/unpaid-orders.ts',
      from: 'earlier.filter(isChargedNow ? isBeingChecked : holdsUnpaidStock)',
      to: 'earlier.filter(holdsUnpaidStock)',
    },
    {
      what: 'an order whose card needs the bank is not counted',
      file: 'apps/shop-api/src/orders/work/place-purchase.ts',
      from: "if (kind === 'waiting') return [{ kind: 'countUnpaid', limits }]",
      to: "if (kind === 'waiting') return []",
    },
    {
      what: 'a claim without a bank reference gives the order more time',
      file: 'apps/shop-api/src/orders/events/payment/claimed.ts',
      from: "const isFirstNumber = isBankReference(claimedReference) && !isBankReference(payment.claimedReference ?? '')",
      to: 'const isFirstNumber = !isClaimed',
    },
    {
      what: 'claims give any number of orders more time',
      file: 'apps/shop-api/src/orders/order/unpaid-orders.ts',
      from: 'const EXTENDED_CLAIMS = 2',
      to: 'const EXTENDED_CLAIMS = 20',
    },
  ],
}

/** A buyer with an @ is a guest with that e-mail address, and any other is an account. */
const ATTACKERS: [
  attacker: 'account' | 'guest' | 'network',
  buyerOf: (index: number) => string,
  unitsMax: number,
][] = [
  ['account', () => 'mallory', UNITS_MAX],
  ['guest', () => 'mallory@example.in', UNITS_MAX],
  ['network', (index) => `guest${index}@example.in`, UNITS_OF_NETWORK_MAX],
]

async function openStore(context: ProofContext) {
  const shop = await openTestShop({
    guestCheckout: true,
    rateLimitScale: 1,
    payments: { ...TEST_PAYMENTS, providers: ['upi', 'simulator'] },
    orderLimits: { quantityMax: 50, codMaxPaise: asPaise(5_000_000), openUnitsMax: UNITS_MAX },
  })
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await shop.close()
  }
  context.atEnd(close)
  const laddoo = aProduct({ products_id: 'laddoo', pricePaise: asPaise(10_000), stock: STOCK })
  await shop.shop.products.fillIfEmpty([laddoo])
  let keys = 0

  return {
    shop,
    close,
    async place(buyer: string, paymentDetails: object, quantity = QUANTITY): Promise<Placed> {
      const isGuest = buyer.includes('@')
      const body = {
        items: [{ productId: 'laddoo', quantity }],
        totalAmount: 100 * quantity,
        paymentDetails,
        shippingAddress: homeAddress,
      }
      keys += 1
      const response = await shop.shop.app.inject({
        method: 'POST',
        url: isGuest ? '/api/guest-orders' : `/api/purchases/${buyer}`,
        remoteAddress: ADDRESS,
        headers: {
          'idempotency-key': `unpaid-hold-${String(keys).padStart(8, '0')}`,
          ...(!isGuest && { authorization: `Bearer ${await shop.tokenFor(buyer)}` }),
        },
        body: isGuest ? { ...body, email: buyer } : body,
      })
      const { data } = response.json<{ data?: { purchaseId: string } }>()
      return { status: response.statusCode, purchaseId: data?.purchaseId ?? '' }
    },
    async countHeldUnits() {
      return STOCK - ((await shop.shop.products.find('laddoo'))?.stock ?? 0)
    },
  }
}

/** After the attack, buyers of every kind order from the attacker's network. */
async function countTurnedAway(store: Store, round: number) {
  const placed = await Promise.all([
    store.place(`asha-${round}`, UPI_QR),
    store.place(`asha-${round}`, { method: 'cod' }),
    store.place('asha@example.in', CARD),
    // The attacker has typed this address too often.
    store.place('mallory@example.in', CARD),
  ])
  return placed.filter(({ status }) => status !== 201).length
}

/** Two accounts say to have paid all of their orders, one of them with bank references, at once. */
async function claimWithoutPaying(context: ProofContext) {
  const store = await openStore(context)
  const { shop } = store
  const claims = Array.from({ length: 5 }, (_, index) => [
    { sub: 'mallory', body: { reference: `40291111222${index}` } },
    { sub: 'kabir', body: {} },
  ]).flat()
  const statuses = await Promise.all(
    claims.map(async ({ sub, body }) => {
      const { purchaseId } = await store.place(sub, UPI_QR, 1)
      return (await shop.call(sub, 'POST', `/purchases/order/${purchaseId}/paid`, body)).status
    }),
  )
  shop.clock.now = new Date(shop.clock.now.getTime() + EXPIRY_MS)
  await shop.shop.reconcile()
  expectFigures({
    'claims that were stored': [statuses.filter((status) => status === 200).length, claims.length],
    'units that claims hold': [await store.countHeldUnits(), EXTENDED_CLAIMS_MAX],
  })
  await store.close()
}

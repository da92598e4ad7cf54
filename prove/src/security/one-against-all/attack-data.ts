import { randomUUID } from 'node:crypto'
import { ADDRESSES_MAX } from '@nashta/contracts/addresses/address-texts'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import type { Product } from '@nashta/contracts/catalogue/product'
import { CART_LINES_MAX } from '@nashta/contracts/constants'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { TICKET_TEXT_MAX_LENGTH } from '@nashta/contracts/tickets/ticket-texts'
import { plainPicture } from '@nashta/images/pictures.fixture'
import { runConcurrently } from '../../run-concurrently.ts'
import { CARD, type Shopper } from '../../shopper.ts'

/** How many orders of each attacker wait for payment. Fewer were once enough to stop the store. */
const WAITING_ORDERS = 230
const LINES_OF_ORDER = 10
/** How many orders each call of the desk can change. */
const ORDERS_PER_STEP = 20
/** How many edited orders each attacker has for each call that answers an edit. */
const EDITED_ORDERS = 10
const BATCHES = 20
const COURIER_PAYMENTS = 20
/** Products that can be deleted. */
const SPARE_PRODUCTS = 24
/** Products that shoppers wait for. */
const SOLD_OUT_PRODUCTS = 12
const STOCK = 1_000_000
const VICTIM_ORDERS = 40
const REPLIES = 20
const PICTURE_EDGE = 1200
const SENT_AT_ONCE = 16

export const UPI_QR = { method: 'hosted', choice: 'upi' }
export const LONG_TEXT = 'namkeen '.repeat(TICKET_TEXT_MAX_LENGTH / 8).trim()
export const STREET = 'A lane with a long name, '.repeat(8).slice(0, 200).trim()

/** A shopper with as much data as the limits allow. */
export type Attacker = {
  shopper: Shopper
  /** Waiting for a UPI payment. */
  orders: string[]
  /** One more, with as many lines as an order can have. */
  largeOrder: string
  /** The token of a link to it. */
  linkToken: string
  /** As large, with a bill. */
  billedOrder: string
  billedLinkToken: string
  /** Paid orders that cost more since they were edited. */
  owing: string[]
  /** The tokens of links to two more of them. */
  owingLinks: string[]
  addressId: string
  ticketNumber: string
  pictureId: string
}

export type AttackData = {
  products: Product[]
  spareProducts: Product[]
  soldOutProducts: Product[]
  photo: Buffer
  attackers: Attacker[]
  /** Orders of another customer, by the call of the desk that can change them. */
  orders: Record<DeskStep, string[]>
  customer: Shopper
  /** The version of all orders that are paid and not touched yet. */
  versionOfPaid: string
  /** Refunds by hand that an operator can settle, as `orderId/refunds/refundId`. */
  refunds: string[]
  /** Shoppers with cancelled orders, to be erased. */
  victims: Shopper[]
  guest: { key: string; token: string; email: string }
  /** What the first product cost more in the orders that were edited. */
  owedAmount: number
  /** The token of a guest's delivered order whose products are rated. */
  ratingLink: string
  /** Ratings of another customer, which no attacker can erase. The first has a picture. */
  ratings: { ids: string[]; pictureId: string }
  courierPayments: string[]
  complaint: { token: string; numbers: string[] }
  newsletterEmail: string
}

const DESK_STEPS = [
  'paid',
  'packed',
  'shipped',
  'toEdit',
  'toOwe',
  'toReplace',
  'toDeliverLater',
  'toCancel',
  'toRefund',
  'sentBack',
  'waiting',
  'claimed',
  'cancelled',
] as const
type DeskStep = (typeof DESK_STEPS)[number]

export type Sizes = { attackers: number; victims: number }

/** Fills a store without rate limits. */
export async function makeAttackData(
  url: string,
  admin: Shopper,
  createShoppers: (count: number) => Promise<Shopper[]>,
  sizes: Sizes,
): Promise<AttackData> {
  await addProducts(admin)
  const response = await fetch(`${url}${SHOP_API_BASE}/products`)
  const { data: all } = (await response.json()) as { data: Product[] }
  const products = all.slice(0, CART_LINES_MAX)
  const spareProducts = all.slice(CART_LINES_MAX, -SOLD_OUT_PRODUCTS)
  const soldOutProducts = all.slice(-SOLD_OUT_PRODUCTS)
  // Goods that were sent back are only settled for products whose stock is counted.
  await send(admin, 'PUT', `/products/${products[0]?.products_id}`, { stock: STOCK })
  for (const { products_id } of soldOutProducts)
    await send(admin, 'PUT', `/products/${products_id}`, { stock: 0 })
  const photo = await plainPicture(PICTURE_EDGE, PICTURE_EDGE).jpeg().toBuffer()
  const [customer, ...shoppers] = await createShoppers(1 + sizes.attackers + sizes.victims)
  if (!customer) throw new Error('there is no customer')
  const victims = shoppers.slice(sizes.attackers)
  const data = {
    url,
    products,
    spareProducts,
    soldOutProducts,
    photo,
    customer,
    victims,
    refunds: [] as string[],
  }

  const ratings = await rateAll(admin, customer, data)
  const attackers: Attacker[] = []
  for (const shopper of shoppers.slice(0, sizes.attackers)) {
    attackers.push(await makeAttacker(admin, shopper, data))
    await rateAll(admin, shopper, data)
  }
  for (const victim of victims) await makeVictim(victim, products)
  const orders = Object.fromEntries(DESK_STEPS.map((step) => [step, [] as string[]])) as AttackData['orders']
  for (const step of DESK_STEPS) {
    await runConcurrently(ORDERS_PER_STEP, SENT_AT_ONCE, async () => {
      orders[step].push(await makeDeskOrder(admin, step, data))
    })
  }
  const { body: paid } = await admin.call('GET', `/admin/orders/${orders.paid[0]}`)
  const { version: versionOfPaid } = (paid as { data: { version: string } }).data
  const email = 'guest@example.in'
  const key = randomUUID()
  const guestOrder = { ...orderOf(products.slice(0, LINES_OF_ORDER), CARD), email }
  const guest = await send(admin, 'POST', '/guest-orders', guestOrder, key)
  const ratingLink = await makeRatingLink(admin, products)
  const courierPayments = await makeBatchesAndPayments(admin, products)
  const complaint = { token: '', numbers: [] as string[] }
  for (let count = 0; count < ORDERS_PER_STEP; count += 1) {
    const body = { name: 'Asha', email, text: LONG_TEXT }
    const { token, number } = await send<{ token: string; number: string }>(admin, 'POST', '/tickets', body)
    complaint.token = token
    complaint.numbers.push(number)
  }
  const newsletterEmail = 'news@example.in'
  await send(admin, 'POST', '/newsletter', { name: 'Asha', email: newsletterEmail })
  const { url: _url, ...filled } = data
  return {
    ...filled,
    attackers,
    orders,
    versionOfPaid,
    guest: { key, token: (guest as { token: string }).token, email },
    owedAmount: products[0]?.price ?? 0,
    ratingLink,
    ratings,
    courierPayments,
    complaint,
    newsletterEmail,
  }
}

async function addProducts(admin: Shopper) {
  const { body } = await admin.call('GET', '/products')
  const missing =
    CART_LINES_MAX + SPARE_PRODUCTS + SOLD_OUT_PRODUCTS - (body as { data: unknown[] }).data.length
  for (let index = 0; index < missing; index += 1) {
    await send(admin, 'POST', '/products', {
      products_id: `large-${index}`,
      name: `Snack number ${index} with ${'a long name '.repeat(14)}`,
      description: `Snack ${index}. ${'Crisp, roasted and salted by hand. '.repeat(140)}`.slice(0, 5000),
      price: 10,
      category: 'Large',
    })
  }
}

/** The body of an order with one unit of each product. */
export function orderOf(products: readonly Product[], paymentDetails: object) {
  const paise = products.reduce((sum, { price }) => sum + Math.round(price * 100), 0)
  return {
    items: products.map(({ products_id: productId }) => ({ productId, quantity: 1 })),
    totalAmount: paise / 100,
    paymentDetails,
    shippingAddress: { ...homeAddress, addressLine1: STREET },
  }
}

type Filled = Pick<AttackData, 'products' | 'photo' | 'customer' | 'refunds'> & { url: string }

async function makeAttacker(
  admin: Shopper,
  shopper: Shopper,
  { url, products, photo }: Filled,
): Promise<Attacker> {
  const few = products.slice(0, LINES_OF_ORDER)
  const orders: string[] = []
  await runConcurrently(
    WAITING_ORDERS,
    SENT_AT_ONCE,
    async () => void orders.push(await place(shopper, few, UPI_QR)),
  )
  const largeOrder = await place(shopper, products, UPI_QR)
  const { token: linkToken } = await send<{ token: string }>(
    shopper,
    'POST',
    `/purchases/order/${largeOrder}/link`,
    {},
  )
  const billedOrder = await place(shopper, products, CARD)
  const billed = await send<{ token: string }>(shopper, 'POST', `/purchases/order/${billedOrder}/link`, {})
  await send(admin, 'POST', `/admin/orders/${billedOrder}/bills`, {})
  const items = products.map(({ products_id: productId }) => ({ productId, quantity: 9 }))
  await send(shopper, 'PUT', `/carts/${shopper.userId}`, { items })
  let addressId = ''
  for (let index = 0; index < ADDRESSES_MAX - 1; index += 1) {
    const address = { ...homeAddress, addressLine1: `${index} ${STREET}`.slice(0, 200) }
    const book = await send<{ addresses: { addressId: string }[] }>(
      shopper,
      'POST',
      `/addresses/${shopper.userId}`,
      address,
    )
    addressId = book.addresses[0]?.addressId ?? ''
  }
  for (const { products_id: productId } of products)
    await send(shopper, 'POST', `/views/${shopper.userId}`, { productId })
  const help = `/purchases/order/${largeOrder}/help`
  const ticket = await send<{ number: string }>(shopper, 'POST', help, { kind: 'damaged', text: LONG_TEXT })
  for (let count = 0; count < REPLIES; count += 1)
    await send(admin, 'POST', `/admin/tickets/${ticket.number}/reply`, { text: LONG_TEXT })
  const pictures = `${url}${SHOP_API_BASE}${help}/${ticket.number}/pictures`
  const { id: pictureId } = await uploadPicture<{ id: string }>(shopper, pictures, photo)
  const owing: string[] = []
  await runConcurrently(EDITED_ORDERS + 2, SENT_AT_ONCE, async () => {
    const order = await place(shopper, few, CARD)
    await makeDearer(admin, order, few)
    owing.push(order)
  })
  const owingLinks: string[] = []
  for (const order of owing.splice(0, 2)) {
    const link = await send<{ token: string }>(shopper, 'POST', `/purchases/order/${order}/link`, {})
    owingLinks.push(link.token)
  }
  return {
    shopper,
    orders,
    largeOrder,
    linkToken,
    billedOrder,
    billedLinkToken: billed.token,
    owing,
    owingLinks,
    addressId,
    ticketNumber: ticket.number,
    pictureId,
  }
}

async function makeVictim(shopper: Shopper, products: readonly Product[]) {
  await runConcurrently(VICTIM_ORDERS, SENT_AT_ONCE, async () => {
    const order = await place(shopper, products.slice(0, LINES_OF_ORDER), UPI_QR)
    await send(shopper, 'POST', `/purchases/order/${order}/cancel`, { reason: 'Too slow' })
  })
}

/** Places an order and takes it to the step before the call that will change it. */
async function makeDeskOrder(admin: Shopper, step: DeskStep, { customer, products, refunds }: Filled) {
  const few = products.slice(0, LINES_OF_ORDER)
  const isUnpaid = step === 'waiting' || step === 'claimed' || step === 'cancelled'
  const order = await place(customer, few, isUnpaid ? UPI_QR : CARD)
  const ofShopper = (call: string, body: object) =>
    send(customer, 'POST', `/purchases/order/${order}/${call}`, body)
  const ofDesk = (call: string, body: object) => send(admin, 'POST', `/admin/orders/${order}/${call}`, body)
  if (step === 'claimed' || step === 'cancelled') await ofShopper('paid', { reference: newReference() })
  if (step === 'cancelled') {
    await ofShopper('cancel', { reason: 'Too slow' })
    const { refunds: made } = await send<{ refunds: { refundId: string }[] }>(
      admin,
      'POST',
      `/admin/orders/${order}/payments`,
      { amount: 1, reference: newReference() },
    )
    refunds.push(`${order}/refunds/${made[0]?.refundId}`)
  }
  if (step === 'toOwe') await makeDearer(admin, order, few)
  const isShipped = ['shipped', 'sentBack', 'toReplace', 'toDeliverLater'].includes(step)
  if (isShipped || step === 'packed') {
    await ofDesk('pack', { step: 'begin' })
    await ofDesk('pack', { step: 'finish' })
  }
  if (isShipped) await ofDesk('ship', { courier: 'Delhivery' })
  if (step === 'sentBack') await ofDesk('cancel', { reason: 'Refused at the door', goods: 'expected' })
  return order
}

/** The order gets one more unit of its first product, which is owed. */
async function makeDearer(admin: Shopper, order: string, products: readonly Product[]) {
  const { body } = await admin.call('GET', `/admin/orders/${order}`)
  const { version, address } = (body as { data: { version: string; address: object } }).data
  const { items, totalAmount } = orderOf(products, CARD)
  const [first, ...others] = items
  await send(admin, 'POST', `/admin/orders/${order}/edits`, {
    items: [{ ...first, quantity: 2 }, ...others],
    address,
    version,
    totalAmount: totalAmount + (products[0]?.price ?? 0),
  })
}

async function deliver(admin: Shopper, order: string) {
  for (const [call, body] of [
    ['pack', { step: 'finish' }],
    ['ship', { courier: 'Delhivery' }],
    ['deliver', {}],
  ] as const)
    await send(admin, 'POST', `/admin/orders/${order}/${call}`, body)
}

const RATING = { stars: 5, text: LONG_TEXT.slice(0, 2000).trim(), isNamed: true }

/** The shopper receives and rates all products. One rating has a picture, and another one is hidden. */
async function rateAll(admin: Shopper, shopper: Shopper, { url, products, photo }: Filled) {
  await deliver(admin, await place(shopper, products, CARD))
  const ids: string[] = []
  for (const { products_id } of products)
    ids.push((await send<{ id: string }>(shopper, 'PUT', `/products/${products_id}/rating`, RATING)).id)
  const pictures = `${url}${SHOP_API_BASE}/products/${products[0]?.products_id}/rating/pictures`
  const rated = await uploadPicture<{ pictures: { id: string }[] }>(shopper, pictures, photo)
  await send(admin, 'POST', `/admin/ratings/${ids[1]}/hide`, { reason: 'insult' })
  return { ids, pictureId: rated.pictures[0]?.id ?? '' }
}

/** A guest does the same. Returns the token of the link to their order. */
async function makeRatingLink(admin: Shopper, products: readonly Product[]): Promise<string> {
  const body = { ...orderOf(products, CARD), email: 'rates@example.in' }
  const placed = await send<{ token: string; order: { purchaseId: string } }>(
    admin,
    'POST',
    '/guest-orders',
    body,
  )
  await deliver(admin, placed.order.purchaseId)
  const ids: string[] = []
  for (const { products_id } of products) {
    const path = `/order-links/${placed.token}/ratings/${products_id}`
    ids.push((await send<{ id: string }>(admin, 'PUT', path, RATING)).id)
  }
  await send(admin, 'POST', `/admin/ratings/${ids[1]}/hide`, { reason: 'insult' })
  return placed.token
}

/** Batches of the first product. Returns the ids of payments of couriers. */
async function makeBatchesAndPayments(admin: Shopper, [first]: readonly Product[]): Promise<string[]> {
  for (let index = 0; index < BATCHES; index += 1) {
    const received = { kind: 'received', units: 100, batch: `B${index}`, bestBefore: '2030-06-30' }
    await send(admin, 'POST', `/admin/products/${first?.products_id}/stock`, received)
  }
  const ids: string[] = []
  for (let index = 0; index < COURIER_PAYMENTS; index += 1) {
    const { payments } = await send<{ payments: { paymentId: string }[] }>(
      admin,
      'POST',
      '/admin/courier-cash/payments',
      courierPaymentOf(index),
    )
    ids.push(payments[0]?.paymentId ?? '')
  }
  return ids
}

/** With as many lines as one can have. */
export function courierPaymentOf(index: number) {
  return {
    courier: 'Delhivery',
    day: '2026-01-31',
    amount: 1000 + index,
    lines: Array.from({ length: 90 }, (_, line) => ({ number: `N${index}-${line}`, amount: 10 })),
  }
}

let references = 0

/** The number of a bank transfer that no other order has. */
export function newReference() {
  references += 1
  return `4029${String(references).padStart(8, '0')}`
}

async function place(shopper: Shopper, products: readonly Product[], paymentDetails: object) {
  const { purchaseId } = await send<{ purchaseId: string }>(
    shopper,
    'POST',
    `/purchases/${shopper.userId}`,
    orderOf(products, paymentDetails),
  )
  return purchaseId
}

async function send<Data = unknown>(
  shopper: Shopper,
  method: string,
  path: string,
  body: object,
  key: string = randomUUID(),
) {
  const response = await shopper.call(method, path, body, { 'idempotency-key': key })
  if (response.status >= 300)
    throw new Error(`${method} ${path} got ${response.status} ${JSON.stringify(response.body)}`)
  return (response.body as { data: Data }).data
}

async function uploadPicture<Data>({ accessToken }: Shopper, url: string, photo: Buffer): Promise<Data> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body: new Uint8Array(photo),
  })
  const { data } = (await response.json()) as { data: Data }
  return data
}

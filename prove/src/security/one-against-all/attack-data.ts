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
/** Products that can be deleted. */
const SPARE_PRODUCTS = 24
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
  addressId: string
  ticketNumber: string
  pictureId: string
}

export type AttackData = {
  products: Product[]
  spareProducts: Product[]
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
  complaint: { token: string; numbers: string[] }
  newsletterEmail: string
}

const DESK_STEPS = [
  'paid',
  'packed',
  'shipped',
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
  const [products, spareProducts] = [all.slice(0, CART_LINES_MAX), all.slice(CART_LINES_MAX)]
  // Goods that were sent back are only settled for products whose stock is counted.
  await send(admin, 'PUT', `/products/${products[0]?.products_id}`, { stock: STOCK })
  const photo = await plainPicture(PICTURE_EDGE, PICTURE_EDGE).jpeg().toBuffer()
  const [customer, ...shoppers] = await createShoppers(1 + sizes.attackers + sizes.victims)
  if (!customer) throw new Error('there is no customer')
  const victims = shoppers.slice(sizes.attackers)
  const data = { url, products, spareProducts, photo, customer, victims, refunds: [] as string[] }

  const attackers: Attacker[] = []
  for (const shopper of shoppers.slice(0, sizes.attackers))
    attackers.push(await makeAttacker(admin, shopper, data))
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
    complaint,
    newsletterEmail,
  }
}

async function addProducts(admin: Shopper) {
  const { body } = await admin.call('GET', '/products')
  const missing = CART_LINES_MAX + SPARE_PRODUCTS - (body as { data: unknown[] }).data.length
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
  const pictureId = await uploadPicture(shopper, pictures, photo)
  return {
    shopper,
    orders,
    largeOrder,
    linkToken,
    billedOrder,
    billedLinkToken: billed.token,
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
  const isUnpaid = step === 'waiting' || step === 'claimed' || step === 'cancelled'
  const order = await place(customer, products.slice(0, LINES_OF_ORDER), isUnpaid ? UPI_QR : CARD)
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
  if (['packed', 'shipped', 'sentBack'].includes(step)) {
    await ofDesk('pack', { step: 'begin' })
    await ofDesk('pack', { step: 'finish' })
  }
  if (step === 'shipped' || step === 'sentBack') await ofDesk('ship', { courier: 'Delhivery' })
  if (step === 'sentBack') await ofDesk('cancel', { reason: 'Refused at the door', goods: 'expected' })
  return order
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

async function uploadPicture({ accessToken }: Shopper, url: string, photo: Buffer) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body: new Uint8Array(photo),
  })
  const { data } = (await response.json()) as { data: { id: string } }
  return data.id
}

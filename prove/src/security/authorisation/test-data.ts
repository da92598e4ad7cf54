import { randomUUID } from 'node:crypto'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import type { ShopperSession } from '@nashta/contracts/identity/shopper-account.fixture'
import { donutOrder } from '../../shopper.ts'
import { sendCall } from './calls.ts'

/** Adds a product that the calls of the matrix may change and delete. Returns its id. */
export async function createProduct(url: string, token: string) {
  const products_id = `throw-away-${randomUUID()}`
  const body = JSON.stringify({ products_id, name: 'Throw away', price: 1 })
  const { status, text } = await sendCall(`${url}${SHOP_API_BASE}/products`, 'POST', token, {
    query: '',
    body,
  })
  if (status !== 201) throw new Error(`an administrator could not add a product: ${text}`)
  return products_id
}

/** Sends a complaint. Returns the number and the token of its ticket. */
export async function createTicket(url: string) {
  const body = JSON.stringify({ name: 'Asha', email: 'asha@example.in', text: 'Stale chips' })
  const { status, text } = await sendCall(`${url}${SHOP_API_BASE}/tickets`, 'POST', '', { query: '', body })
  if (status !== 201) throw new Error(`the complaint was refused: ${text}`)
  const { data }: { data: { number: string; token: string } } = JSON.parse(text)
  return data
}

/** The smallest PNG that can be decoded: one grey pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWPo6OgAAAM0AZmUse0HAAAAAElFTkSuQmCC',
  'base64',
)

/** Sends a request for help with a picture. Returns its number and the id of the picture. */
export async function uploadHelpPicture(url: string, { accessToken }: ShopperSession, orderId: string) {
  const help = `${url}${SHOP_API_BASE}/purchases/order/${orderId}/help`
  const body = JSON.stringify({ kind: 'damaged', text: 'The box was open' })
  const response = await sendCall(help, 'POST', accessToken, { query: '', body })
  const { number }: { number: string } = JSON.parse(response.text).data
  const sent = await fetch(`${help}/${number}/pictures`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'image/png' },
    body: PIXEL,
  })
  const text = await sent.text()
  if (sent.status !== 201) throw new Error(`the picture was refused: ${text}`)
  const { id: pictureId }: { id: string } = JSON.parse(text).data
  return { number, pictureId }
}

/** Places another order, which calls with its link may cancel. Returns the token of the link. */
export async function createOrderLink(url: string, shopper: ShopperSession, canary: string) {
  // The orders have no idempotency key. A second order of one donut would be a replay of the first.
  const orderId = await placeOrder(url, shopper, canary, 2)
  const address = `${url}${SHOP_API_BASE}/purchases/order/${orderId}/link`
  const { text } = await sendCall(address, 'POST', shopper.accessToken, { query: '', body: '{}' })
  const { data }: { data: { token: string } } = JSON.parse(text)
  return data.token
}

/** A rates a snack of a delivered order. Returns the snack, and the token of the link of that order. */
export async function rateSnack(url: string, shopper: ShopperSession, adminToken: string) {
  const donuts = 3
  const orderId = await placeOrder(url, shopper, 'Asha Rao', donuts)
  const send = async (method: string, path: string, token: string, sent: object) => {
    const call = { query: '', body: JSON.stringify(sent) }
    const { status, text } = await sendCall(url + SHOP_API_BASE + path, method, token, call)
    if (status !== 200) throw new Error(`${path} was refused: ${text}`)
    return JSON.parse(text).data
  }
  for (const orderStatus of ['SHIPPED', 'DELIVERED'])
    await send('PUT', `/purchases/order/${orderId}/status`, adminToken, { orderStatus })
  const { token: linkToken }: { token: string } = await send(
    'POST',
    `/purchases/order/${orderId}/link`,
    shopper.accessToken,
    {},
  )
  const productId = donutOrder(donuts).items[0]?.productId ?? ''
  await send('PUT', `/products/${productId}/rating`, shopper.accessToken, { stars: 4 })
  return { productId, linkToken }
}

/** Places an order as a guest. Returns the idempotency key, which only the guest's browser has. */
export async function placeGuestOrder(url: string, canary: string) {
  const key = randomUUID()
  const order = donutOrder(1)
  const response = await fetch(`${url}${SHOP_API_BASE}/guest-orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({
      ...order,
      email: 'guest@example.in',
      shippingAddress: { ...order.shippingAddress, fullName: canary },
    }),
  })
  if (response.status !== 201) throw new Error(`the guest's order was refused: ${await response.text()}`)
  return key
}

/** Places an order whose address contains the canary. Returns its id. */
export async function placeOrder(
  url: string,
  { userId, accessToken }: ShopperSession,
  canary: string,
  donuts = 1,
) {
  const order = donutOrder(donuts)
  const body = JSON.stringify({ ...order, shippingAddress: { ...order.shippingAddress, fullName: canary } })
  const address = `${url}${SHOP_API_BASE}/purchases/${userId}`
  const { status, text } = await sendCall(address, 'POST', accessToken, { query: '', body })
  if (status !== 201) throw new Error(`the order was refused: ${text}`)
  const { data }: { data: { purchaseId: string } } = JSON.parse(text)
  return data.purchaseId
}

import { randomUUID } from 'node:crypto'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import type { ShopperSession } from '@nashta/contracts/identity/shopper-account.fixture'
import { donutOrder } from '../../shopper.ts'
import { responseTo } from './calls.ts'

/** A new product, which the calls of the matrix may change and delete. */
export async function throwAwayProduct(url: string, token: string) {
  const products_id = `throw-away-${randomUUID()}`
  const body = JSON.stringify({ products_id, name: 'Throw away', price: 1 })
  const { status, text } = await responseTo(`${url}${SHOP_API_BASE}/products`, 'POST', token, {
    query: '',
    body,
  })
  if (status !== 201) throw new Error(`an administrator could not add a product: ${text}`)
  return products_id
}

export async function newTicket(url: string) {
  const body = JSON.stringify({ name: 'Asha', email: 'asha@example.in', text: 'Stale chips' })
  const { status, text } = await responseTo(`${url}${SHOP_API_BASE}/tickets`, 'POST', '', { query: '', body })
  if (status !== 201) throw new Error(`the complaint was refused: ${text}`)
  const { data }: { data: { number: string; token: string } } = JSON.parse(text)
  return data
}

/** The smallest PNG that can be decoded: one grey pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWPo6OgAAAM0AZmUse0HAAAAAElFTkSuQmCC',
  'base64',
)

/** Sends a request for help with a picture. Returns the number of the request and the id of the picture. */
export async function pictureOf(url: string, { accessToken }: ShopperSession, orderId: string) {
  const help = `${url}${SHOP_API_BASE}/purchases/order/${orderId}/help`
  const body = JSON.stringify({ kind: 'damaged', text: 'The box was open' })
  const response = await responseTo(help, 'POST', accessToken, { query: '', body })
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

/** The token of the link to another order of the shopper, which the calls with the link may cancel. */
export async function linkToOrderOf(url: string, shopper: ShopperSession, canary: string) {
  // Without a key, an order like the first one would be a replay of it, so this one has two donuts.
  const orderId = await orderOf(url, shopper, canary, 2)
  const address = `${url}${SHOP_API_BASE}/purchases/order/${orderId}/link`
  const { text } = await responseTo(address, 'POST', shopper.accessToken, { query: '', body: '{}' })
  const { data }: { data: { token: string } } = JSON.parse(text)
  return data.token
}

/** Places an order as a guest. Returns the key that the guest's browser has. */
export async function guestOf(url: string, canary: string) {
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
export async function orderOf(
  url: string,
  { userId, accessToken }: ShopperSession,
  canary: string,
  donuts = 1,
) {
  const order = donutOrder(donuts)
  const body = JSON.stringify({ ...order, shippingAddress: { ...order.shippingAddress, fullName: canary } })
  const address = `${url}${SHOP_API_BASE}/purchases/${userId}`
  const { status, text } = await responseTo(address, 'POST', accessToken, { query: '', body })
  if (status !== 201) throw new Error(`the order was refused: ${text}`)
  const { data }: { data: { purchaseId: string } } = JSON.parse(text)
  return data.purchaseId
}

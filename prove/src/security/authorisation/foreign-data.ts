import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { GUEST_RECOMMENDATIONS_USER_ID } from '@nashta/contracts/constants'
import type { ShopperSession } from '@nashta/contracts/identity/shopper-account.fixture'
import { type DescribedOperation, sampleOf } from '../api-reference.ts'
import { createRandom } from '../random.ts'
import type { Tokens } from './callers.ts'
import { endpoints, NO_DATA, pathOf, sendCall } from './calls.ts'

/** A caller who can tell A's order from an order that does not exist, or an empty text. */
export async function callerWhoDetectsOrder(url: string, tokens: Tokens, orderId: string) {
  const address = (id: string) => `${url}${SHOP_API_BASE}/purchases/order/${id}`
  const missingId = orderId.slice(0, -4) + (orderId.endsWith('0000') ? '1111' : '0000')
  for (const caller of ['B', 'admin'] as const) {
    const [ofOrder, ofMissing] = await Promise.all(
      [orderId, missingId].map((id) => sendCall(address(id), 'GET', tokens[caller], { query: '' })),
    )
    if (JSON.stringify(ofOrder) !== JSON.stringify(ofMissing)) return caller
  }
  return ''
}

type PictureIds = { orderId: string; linkToken: string; number: string; pictureId: string }

/**
 * The callers who get the picture of A's request for help. They try the path of the order, of the
 * link to A's other order, of the desk and of public pictures.
 */
export async function callersWhoReadPicture(
  url: string,
  tokens: Tokens,
  { orderId, linkToken, number, pictureId }: PictureIds,
) {
  const paths = [
    `/purchases/order/${orderId}/help/${number}/pictures/${pictureId}`,
    `/order-links/${linkToken}/help/${number}/pictures/${pictureId}`,
    `/admin/tickets/${number}/pictures/${pictureId}`,
    `/images/${number}-${pictureId}.webp`.toLowerCase(),
  ]
  const readers = new Set<string>()
  for (const [caller, token] of Object.entries(tokens)) {
    for (const path of paths) {
      const base = path.startsWith('/images') ? '' : SHOP_API_BASE
      const { status } = await sendCall(url + base + path, 'GET', token, { query: '' })
      // The link must not open the picture for any caller, not even for A. So a reader by the link has
      // a name of its own.
      const isLink = path.startsWith('/order-links')
      if (status === 200) readers.add(isLink ? `${caller} by a link` : caller)
    }
  }
  return [...readers].toSorted().join(', ')
}

/**
 * The callers who read, change or erase a rating of the snack that A has received. They try the snack, and
 * the link of A's order.
 */
export async function callersWhoRate(
  url: string,
  tokens: Tokens,
  { productId, linkToken }: { productId: string; linkToken: string },
) {
  const paths = [`/products/${productId}/rating`, `/order-links/${linkToken}/ratings/${productId}`]
  const raters = new Set<string>()
  for (const [caller, token] of Object.entries(tokens)) {
    for (const path of paths) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const body = method === 'PUT' ? { body: JSON.stringify({ stars: 1 }) } : {}
        const address = url + SHOP_API_BASE + path
        const { status, text } = await sendCall(address, method, token, { query: '', ...body })
        // Mails with the link of an account's order may be forwarded, so it rates for no caller.
        if (status < 400 && text !== NO_DATA)
          raters.add(path.startsWith('/order-links') ? `${caller} by a link` : caller)
      }
    }
  }
  return [...raters].toSorted().join(', ')
}

/** The callers who see A's suggestions. They differ from those of guests: A has bought donuts. */
export async function callersWhoSeeSuggestions(url: string, tokens: Tokens, userId: string) {
  const listOf = (id: string, token: string) =>
    sendCall(`${url}${SHOP_API_BASE}/recommendations/${id}`, 'GET', token, { query: '?reasons=true' })
  const guests = JSON.stringify(await listOf(GUEST_RECOMMENDATIONS_USER_ID, ''))
  const seen: string[] = []
  for (const [caller, token] of Object.entries(tokens)) {
    if (JSON.stringify(await listOf(userId, token)) !== guests) seen.push(caller)
  }
  return seen.join(', ')
}

/**
 * Shopper B makes every call with A's ids in the body and the query. `wrong` names the calls whose
 * response contains such an id, and says if A's cart or orders have changed.
 */
export async function callWithForeignIds(
  url: string,
  described: Map<string, DescribedOperation>,
  { A, B, orderId }: { A: ShopperSession; B: ShopperSession; orderId: string },
) {
  const before = await readCartAndOrders(url, A)
  const idFields = {
    userId: A.userId,
    sub: A.userId,
    username: A.userId,
    purchaseId: orderId,
    orderId,
    owner: A.userId,
  }
  const query = `?${new URLSearchParams({ ...idFields, cursor: orderId }).toString()}`
  const wrong: string[] = []
  let calls = 0
  for (const [name, endpoint] of endpoints()) {
    if (endpoint.access === 'public') continue
    const schema = described.get(name)?.body
    const sample = schema && (sampleOf(schema, createRandom(calls)) as object)
    const body = sample && JSON.stringify({ ...sample, ...idFields })
    const path = pathOf(endpoint, { userId: B.userId, orderId, id: orderId, itemId: orderId })
    const { text } = await sendCall(url + path, endpoint.method, B.accessToken, {
      query,
      ...(body !== undefined && { body }),
    })
    calls += 1
    if (text.includes(A.userId) || text.includes(orderId)) wrong.push(`${endpoint.method} ${endpoint.path}`)
  }
  if ((await readCartAndOrders(url, A)) !== before) wrong.push('what A has is no longer the same')
  return { calls, wrong: wrong.join(', ') }
}

async function readCartAndOrders(url: string, { userId, accessToken }: ShopperSession) {
  const paths = [`/carts/${userId}`, `/purchases/${userId}`]
  const seen = await Promise.all(
    paths.map((path) => sendCall(url + SHOP_API_BASE + path, 'GET', accessToken, { query: '' })),
  )
  return JSON.stringify(seen.map(({ status, text }) => [status, text]))
}

import { randomUUID } from 'node:crypto'
import { type Endpoint, SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { OPERATOR_ROLES, type OperatorRole, rolesFor } from '@nashta/contracts/api/operator-roles'
import { shopApiEndpoints } from '@nashta/contracts/api/shop-api-endpoints'
import { uploadPicture } from '@nashta/contracts/catalogue/picture'
import { GUEST_RECOMMENDATIONS_USER_ID } from '@nashta/contracts/constants'
import {
  callIdentity,
  createAccount,
  type ShopperSession,
  signIn,
} from '@nashta/contracts/identity/shopper-account.fixture'
import { revokeToken } from '@nashta/contracts/identity/user-pool'
import { getRecommendations } from '@nashta/contracts/recommendations/recommendation'
import { openSqlitePoolAdmin } from '@nashta/identity/sqlite-pool-admin'
import { expectFigures, type Proof } from '../proof.ts'
import { donutOrder } from '../shopper.ts'
import { forgedTokens } from './forged-tokens.ts'
import { POOL_OPERATIONS } from './pool-operations.ts'
import { createRandom } from './random.ts'
import { type DescribedOperation, readReference, sampleOf } from './reference.ts'

const REFUSED = {
  401: '{"code":"UNAUTHENTICATED","message":"Please sign in"}',
  403: '{"code":"FORBIDDEN","message":"This is not yours to see or change"}',
}

const WITHOUT_SESSION = ['anonymous', 'expired', 'revoked', 'alg=none', 'id token'] as const
const WITHOUT_VALID_TOKEN = [...WITHOUT_SESSION, 'guest', 'link'] as const
type CallerKind = (typeof WITHOUT_VALID_TOKEN)[number] | 'A' | 'B' | OperatorRole

export const authorisationMatrix: Proof = {
  id: 'S1',
  test: 'Every route of the contracts for thirteen kinds of caller, guests and holders of a link among them, and with ids of another shopper',
  sizes: { quick: 1, short: 10, nightly: 100 },
  unit: 'rounds',
  async run(context, size) {
    const dataFolder = context.freshFolder()
    const { url } = await context.startStore({ DATA_DIR: dataFolder, GUEST_CHECKOUT: 'true' })
    const described = await readReference(url)
    const { tokens, sessions } = await callersAt(url, dataFolder)
    const { A, B } = sessions
    const canary = `canary ${randomUUID()}`
    const orderId = await orderOf(url, A, canary)
    const ticket = await newTicket(url)
    const linkToken = await linkToOrderOf(url, A, canary)
    const picture = await pictureOf(url, A, orderId)
    // The key of a guest and the token of a link are sent as access tokens, which they are not.
    const callers = { ...tokens, guest: await guestOf(url, canary), link: linkToken }
    const wrong: string[] = []
    let cells = 0

    for (let round = 0; round < size; round += 1) {
      for (const [name, endpoint] of endpoints()) {
        const productId = await throwAwayProduct(url, tokens.admin)
        const call = callOf(endpoint, described.get(name), round)
        const path = pathOf(endpoint, {
          userId: A.userId,
          orderId,
          id: idIn(endpoint, { ticket: ticket.number, picture: picture.number, product: productId }),
          ...picture,
          itemId: productId,
          token: endpoint.path.includes('/order-links/') ? linkToken : ticket.token,
          email: 'nobody@example.in',
          role: 'packer',
        })
        const roles = rolesOf(endpoint)
        const refusedRoles = OPERATOR_ROLES.filter((role) => !roles.includes(role))
        // The owner and the operators with the role come last, because their calls succeed and change data.
        for (const who of [...WITHOUT_VALID_TOKEN, 'B', ...refusedRoles, ...roles, 'A'] as const) {
          // The erasure would remove the order that the next rounds need.
          if (name === 'eraseAccount' && who === 'A') continue
          if (name === 'eraseCustomer' && roles.some((role) => role === who)) continue
          for (const method of endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method]) {
            cells += 1
            const seen = await responseTo(url + path, method, callers[who], call)
            const isRight = isExpected(endpoint, who, seen, method)
            if (!isRight) wrong.push(`${method} ${endpoint.path} for ${who}: ${seen.status}`)
            const maySee = who === 'A' || roles.some((role) => role === who)
            if (!maySee && seen.text.includes(canary))
              wrong.push(`${endpoint.path} shows A's order to ${who}`)
          }
        }
      }
    }
    const pictureReaders = await callersWhoReadPicture(url, tokens, { orderId, linkToken, ...picture })
    const foreign = await foreignIds(url, described, { A, B, orderId })
    const calls = await poolCalls(url, tokens)
    expectFigures({
      'cells that are wrong': [wrong.slice(0, 5).join(', '), ''],
      'responses that differ from not found': [await differsFromNotFound(url, tokens, orderId), ''],
      "B's calls with A's ids that reached A": [foreign.wrong, ''],
      "callers who read the picture of A's request": [pictureReaders, 'A, admin, manager'],
      "callers who see A's suggestions": [await callersWhoSeeSuggestions(url, tokens, A.userId), 'A'],
      'user pool calls accepted without a valid token': [calls.wrong, ''],
    })
    return `${cells} cells of ${endpoints().length} routes, ${foreign.calls} calls with A's ids in body and query, ${calls.calls} calls of the user pool: 0 leaks; a foreign order gives exactly the response of a missing one, and foreign suggestions are those of guests`
  },
  mutations: [
    {
      what: 'any shopper may call with the id of another',
      file: 'packages/service-kit/src/auth/authorise.ts',
      from: 'return userId === caller.sub || userId === caller.username || isEmailOf(caller, userId)',
      to: 'return userId !== undefined',
    },
    {
      what: 'orders are shown to any caller',
      file: 'apps/shop-api/src/purchases/purchase-routes.ts',
      from: 'order.userId !== userId || ',
      to: '',
    },
    {
      what: 'the id in the path is enough for the suggestions of a shopper',
      file: 'apps/recommendations/src/suggestions/suggestion-routes.ts',
      from: 'isPersonal ? owner.sub : GUEST_RECOMMENDATIONS_USER_ID',
      to: 'params.userId',
    },
    {
      what: 'a session that has ended still counts',
      file: 'packages/service-kit/src/auth/authorise.ts',
      from: '(await isRevoked(claims, token)) ? null : caller',
      to: 'caller',
    },
    {
      what: 'a link shows the address of its order',
      file: 'apps/shop-api/src/purchases/order-link.ts',
      from: 'deliverTo: { city, pincode },',
      to: 'deliverTo: { city: shippingAddress.fullName, pincode },',
    },
    {
      what: 'a link or an order opens the pictures of every request for help',
      file: 'apps/shop-api/src/tickets/ticket-pictures.ts',
      from: 'if (ticket?.help?.purchaseId !== purchaseId) throw ticketNotFound()',
      to: '',
    },
    {
      what: 'everyone is an administrator',
      file: 'packages/service-kit/src/auth/authorise.ts',
      from: 'return mayCall(caller.groups, endpoint)',
      to: 'return true',
    },
  ],
}

/** The roles whose operators may make the call; none for calls of shoppers. */
function rolesOf({ access, method, path }: Endpoint): OperatorRole[] {
  return access === 'admin' ? rolesFor({ method, path: path.slice(SHOP_API_BASE.length) }) : []
}

function endpoints(): [name: string, endpoint: Endpoint][] {
  return Object.entries({ ...shopApiEndpoints, uploadPicture, getRecommendations }).map(
    ([name, endpoint]): [string, Endpoint] => [name, { ...endpoint, path: SHOP_API_BASE + endpoint.path }],
  )
}

async function callersAt(url: string, dataFolder: string) {
  const [a, b] = [await createAccount(url), await createAccount(url)]
  const admins = openSqlitePoolAdmin(dataFolder, () => new Date())
  const operators = {} as Record<OperatorRole, string>
  for (const role of OPERATOR_ROLES) {
    const account = await createAccount(url)
    await admins.grant(account.email, role)
    operators[role] = (await signIn(url, account)).accessToken
  }
  await admins.close()

  const [A, B, gone] = [await signIn(url, a), await signIn(url, b), await signIn(url, a)]
  await callIdentity(url, revokeToken.target, {}, { cookie: gone.cookie })
  const tokens: Tokens = {
    anonymous: '',
    ...forgedTokens(dataFolder, A),
    revoked: gone.accessToken,
    'id token': A.idToken,
    A: A.accessToken,
    B: B.accessToken,
    ...operators,
  }
  return { tokens, sessions: { A, B } }
}

type Tokens = Record<Exclude<CallerKind, 'guest' | 'link'>, string>

type Call = { query: string; body?: string }

function callOf({ body }: Endpoint, described: DescribedOperation | undefined, seed: number): Call {
  const random = createRandom(seed)
  if (!body || !described?.body) return { query: '' }
  return { query: '', body: JSON.stringify(sampleOf(described.body, random)) }
}

function pathOf({ path }: Endpoint, values: Record<string, string>) {
  return path.replace(/:(\w+)/g, (_found, name: string) => values[name] ?? '')
}

/** The ticket number in the path: that of a complaint, or that of the request with a picture. */
function idIn({ path }: Endpoint, ids: { ticket: string; picture: string; product: string }) {
  if (path.includes(':pictureId')) return ids.picture
  return path.includes('/tickets/') ? ids.ticket : ids.product
}

type Seen = { status: number; text: string; headers: string }

async function responseTo(
  address: string,
  method: string,
  token: string,
  { query, body }: Call,
): Promise<Seen> {
  const response = await fetch(address + query, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  const own = new Set(['date', 'x-request-id'])
  const headers = [...response.headers].filter(([name]) => !own.has(name))
  return { status: response.status, text: await response.text(), headers: JSON.stringify(headers) }
}

function isExpected(endpoint: Endpoint, who: CallerKind, { status, text }: Seen, method: string) {
  const { access } = endpoint
  if (access === 'public' || access === 'optional') return status !== 401 && status !== 403
  const refusal = refusalFor(endpoint, who)
  if (refusal === 404) return status === 404
  if (refusal !== null) return status === refusal && (method === 'HEAD' || text === REFUSED[refusal])
  return status !== 401 && status !== 403 && status < 500
}

function refusalFor(endpoint: Endpoint, who: CallerKind) {
  if ((WITHOUT_VALID_TOKEN as readonly CallerKind[]).includes(who)) return 401
  if (endpoint.access === 'admin') return rolesOf(endpoint).some((role) => role === who) ? null : 403
  if (who === 'A') return null
  return endpoint.access === 'self' ? 403 : 404
}

/** A foreign order and an order that does not exist must give the same response. */
async function differsFromNotFound(url: string, tokens: Tokens, orderId: string) {
  const address = (id: string) => `${url}${SHOP_API_BASE}/purchases/order/${id}`
  const never = orderId.slice(0, -4) + (orderId.endsWith('0000') ? '1111' : '0000')
  for (const who of ['B', 'admin'] as const) {
    const [theirs, none] = await Promise.all(
      [orderId, never].map((id) => responseTo(address(id), 'GET', tokens[who], { query: '' })),
    )
    if (JSON.stringify(theirs) !== JSON.stringify(none)) return who
  }
  return ''
}

type PictureIds = { orderId: string; linkToken: string; number: string; pictureId: string }

/** The callers who get the picture of A's request: at its own order, by the link to A's other order, and at the desk. */
async function callersWhoReadPicture(
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
  for (const [who, token] of Object.entries(tokens)) {
    for (const path of paths) {
      const base = path.startsWith('/images') ? '' : SHOP_API_BASE
      const { status, headers } = await responseTo(url + base + path, 'GET', token, { query: '' })
      const isLink = path.startsWith('/order-links')
      if (status === 200 || headers.includes('attachment')) readers.add(isLink ? `${who} by a link` : who)
    }
  }
  return [...readers].toSorted().join(', ')
}

/** Shopper A has bought a donut, so that A's suggestions differ from those of guests. */
async function callersWhoSeeSuggestions(url: string, tokens: Tokens, userId: string) {
  const listOf = (id: string, token: string) =>
    responseTo(`${url}${SHOP_API_BASE}/recommendations/${id}`, 'GET', token, { query: '?reasons=true' })
  const guests = JSON.stringify(await listOf(GUEST_RECOMMENDATIONS_USER_ID, ''))
  const seen: string[] = []
  for (const [who, token] of Object.entries(tokens)) {
    if (JSON.stringify(await listOf(userId, token)) !== guests) seen.push(who)
  }
  return seen.join(', ')
}

/** Shopper B names shopper A in every place of a call. */
async function foreignIds(
  url: string,
  described: Map<string, DescribedOperation>,
  { A, B, orderId }: { A: ShopperSession; B: ShopperSession; orderId: string },
) {
  const before = await belongingsOf(url, A)
  const names = {
    userId: A.userId,
    sub: A.userId,
    username: A.userId,
    purchaseId: orderId,
    orderId,
    owner: A.userId,
  }
  const query = `?${new URLSearchParams({ ...names, cursor: orderId }).toString()}`
  const wrong: string[] = []
  let calls = 0
  for (const [name, endpoint] of endpoints()) {
    if (endpoint.access === 'public') continue
    const schema = described.get(name)?.body
    const sample = schema && (sampleOf(schema, createRandom(calls)) as object)
    const body = sample && JSON.stringify({ ...sample, ...names })
    const path = pathOf(endpoint, { userId: B.userId, orderId, id: orderId, itemId: orderId })
    const { text } = await responseTo(url + path, endpoint.method, B.accessToken, {
      query,
      ...(body !== undefined && { body }),
    })
    calls += 1
    if (text.includes(A.userId) || text.includes(orderId)) wrong.push(`${endpoint.method} ${endpoint.path}`)
  }
  if ((await belongingsOf(url, A)) !== before) wrong.push('what A has is no longer the same')
  return { calls, wrong: wrong.join(', ') }
}

async function belongingsOf(url: string, { userId, accessToken }: ShopperSession) {
  const paths = [`/carts/${userId}`, `/purchases/${userId}`]
  const seen = await Promise.all(
    paths.map((path) => responseTo(url + SHOP_API_BASE + path, 'GET', accessToken, { query: '' })),
  )
  return JSON.stringify(seen.map(({ status, text }) => [status, text]))
}

/** Every call of the user pool that takes an access token. */
async function poolCalls(url: string, tokens: Tokens) {
  const wrong: string[] = []
  let calls = 0
  for (const operation of POOL_OPERATIONS) {
    if (!takesToken(operation.request)) continue
    for (const who of WITHOUT_SESSION) {
      const { status, text } = await callIdentity(url, operation.target, {
        AccessToken: tokens[who],
        AttributeName: 'email',
        Code: '123456',
        PreviousPassword: 'marigold-tea',
        ProposedPassword: 'marigold-tea-2',
        UserCode: '123456',
        SoftwareTokenMfaSettings: { Enabled: false },
        SessionId: '00000000-0000-4000-8000-000000000000',
        UserAttributes: [{ Name: 'name', Value: who }],
      })
      calls += 1
      if (status !== 400 || !/NotAuthorizedException|InvalidParameterException/.test(text))
        wrong.push(`${operation.target} for ${who}: ${status} ${text}`)
    }
  }
  if (calls === 0) wrong.push('no call was found')
  return { calls, wrong: wrong.join(', ') }
}

function takesToken(request: object) {
  const { shape = {} } = request as { shape?: object }
  return 'AccessToken' in shape
}

async function throwAwayProduct(url: string, token: string) {
  const products_id = `throw-away-${randomUUID()}`
  const body = JSON.stringify({ products_id, name: 'Throw away', price: 1 })
  const { status, text } = await responseTo(`${url}${SHOP_API_BASE}/products`, 'POST', token, {
    query: '',
    body,
  })
  if (status !== 201) throw new Error(`an administrator could not add a product: ${text}`)
  return products_id
}

async function newTicket(url: string) {
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

/** A request for help with an order of the shopper, with a picture. */
async function pictureOf(url: string, { accessToken }: ShopperSession, orderId: string) {
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
async function linkToOrderOf(url: string, shopper: ShopperSession, canary: string) {
  const orderId = await orderOf(url, shopper, canary, 2)
  const address = `${url}${SHOP_API_BASE}/purchases/order/${orderId}/link`
  const { text } = await responseTo(address, 'POST', shopper.accessToken, { query: '', body: '{}' })
  const { data }: { data: { token: string } } = JSON.parse(text)
  return data.token
}

/** Places an order as a guest. Returns the key that the guest's browser has. */
async function guestOf(url: string, canary: string) {
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

async function orderOf(url: string, { userId, accessToken }: ShopperSession, canary: string, donuts = 1) {
  const order = donutOrder(donuts)
  const body = JSON.stringify({ ...order, shippingAddress: { ...order.shippingAddress, fullName: canary } })
  const address = `${url}${SHOP_API_BASE}/purchases/${userId}`
  const { status, text } = await responseTo(address, 'POST', accessToken, { query: '', body })
  if (status !== 201) throw new Error(`the order was refused: ${text}`)
  const { data }: { data: { purchaseId: string } } = JSON.parse(text)
  return data.purchaseId
}

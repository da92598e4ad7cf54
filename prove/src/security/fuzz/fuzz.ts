import { type Endpoint, SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { ERROR_STATUS, errorReplySchema } from '@nashta/contracts/api/reply'
import { IDENTITY_GATEWAY_BASE } from '@nashta/contracts/identity/identity-gateway'
import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import {
  createAccount,
  type ShopperSession,
  signIn,
} from '@nashta/contracts/identity/shopper-account.fixture'
import { identityErrorSchema } from '@nashta/contracts/identity/user-pool'
import { getRecommendations } from '@nashta/contracts/recommendations/recommendation'
import { shopApiEndpoints } from '@nashta/contracts/shop-api/shop-api-endpoints'
import { openSqlitePoolAdmin } from '@nashta/identity/sqlite-pool-admin'
import { expectFigures, type Proof } from '../../proof.ts'
import { type DescribedOperation, readReference, sampleOf } from '../api-reference.ts'
import { POOL_OPERATIONS } from '../pool-operations.ts'
import { createRandom, type Random } from '../random.ts'
import { openRawConnection, requestBytes, type RawResponse, type HttpRequest } from '../raw-connection.ts'
import { hostileUrlPart, hostileHeader, corruptJson } from './hostile-values.ts'
import { makeMalformedRequest } from './malformed-requests.ts'

const CONNECTIONS = 16
const SLOW_MS = 2000
const SEED = 20_261_115

const PAGES = [
  '/',
  '/collections/allproducts',
  '/product/',
  '/signin',
  '/order-success',
  '/sitemaps/',
  '/images/',
]
const POOL_TARGETS = POOL_OPERATIONS.map(({ target }) => target)

export const fuzz: Proof = {
  id: 'S2',
  test: 'Hostile requests: bodies and queries that break their schema, and bytes that are not HTTP',
  sizes: { quick: 3000, short: 100_000, nightly: 2_000_000 },
  unit: 'requests',
  async run(context, size) {
    const dataFolder = context.freshFolder()
    const store = await context.startStore({ DATA_DIR: dataFolder, GUEST_CHECKOUT: 'true' })
    const admin = await signInAsAdmin(store.url, dataFolder)
    const described = await readReference(store.url)
    const tally = { raw: 0, refused: 0, accepted: 0, cut: 0, slow: 0 }
    const faults: string[] = []

    async function sendRequests(worker: number) {
      const connection = openRawConnection(store.url)
      const random = createRandom(SEED + worker)
      for (let sent = worker; sent < size && faults.length < 5; sent += CONNECTIONS) {
        const isRaw = random.chance(0.1)
        const request = isRaw ? null : spoiltRequest(described, admin, random)
        const bytes = request ? requestBytes(request) : makeMalformedRequest(random)
        const started = performance.now()
        const response = await connection.exchange(bytes, { isHead: request?.method === 'HEAD' })
        if (performance.now() - started > SLOW_MS) tally.slow += 1
        if (isRaw) {
          tally.raw += 1
          // The bytes may be half a request, so the next request needs a new connection.
          connection.close()
        }
        if (!response) tally.cut += 1
        else tally[response.status < 400 ? 'accepted' : 'refused'] += 1
        const fault = faultOf(response, request)
        if (fault) faults.push(`${fault} to ${bytes.toString().slice(0, 300)}`)
      }
      connection.close()
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, worker) => sendRequests(worker)))

    const health = await fetch(`${store.url}/healthz`).then(({ status }) => status, String)
    expectFigures({
      'responses that are wrong': [faults.slice(0, 3).join(' | '), ''],
      'exit code of the store': [store.child.exitCode ?? 'none', 'none'],
      'health of the store': [health, 200],
    })
    return `${tally.accepted} accepted, ${tally.refused} refused, ${tally.cut} connections cut; ${tally.raw} requests were raw bytes: 0 5xx, 0 crashes, every envelope valid; ${tally.slow} took over 2 s (on this machine, busy or not)`
  },
  mutations: [
    {
      what: 'an error of a library becomes an internal error',
      file: 'packages/service-kit/src/http/error-handler.ts',
      from: "if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {",
      to: 'if (statusCode === 1) {',
    },
    {
      what: 'an invalid request gets a response without an envelope',
      file: 'packages/service-kit/src/http/serve.ts',
      from: 'rawErrorResponse(code, message, { https }), timeouts)',
      to: "'HTTP/1.1 400 Bad Request\\r\\ncontent-length: 0\\r\\nconnection: close\\r\\n\\r\\n', timeouts)",
    },
    {
      what: 'a query is used before it is validated',
      file: 'packages/service-kit/src/http/routes.ts',
      from: "query: parse(endpoint.query, query, 'query'),",
      to: 'query,',
    },
  ],
}

async function signInAsAdmin(url: string, dataFolder: string) {
  const account = await createAccount(url)
  const admins = openSqlitePoolAdmin(dataFolder, () => new Date())
  await admins.grant(account.email)
  await admins.close()
  return signIn(url, account)
}

const ENDPOINTS: [name: string, endpoint: Endpoint][] = Object.entries({
  ...shopApiEndpoints,
  getRecommendations,
}).map(([name, endpoint]): [string, Endpoint] => [name, { ...endpoint, path: SHOP_API_BASE + endpoint.path }])

/** `fileType` is the media type of the file that a successful response is. Without one, the response is an envelope. */
type SpoiltRequest = HttpRequest & { fileType?: string | undefined }

function spoiltRequest(
  described: Map<string, DescribedOperation>,
  session: ShopperSession,
  random: Random,
): SpoiltRequest {
  const kind = random.next()
  if (kind < 0.02) return poolCall(session, random)
  if (kind < 0.07) return pageRequest(random)
  return apiCall(described, session, random)
}

/**
 * A request as its contract describes it, usually with a fault. The caller is an admin, so that
 * every handler is reached.
 */
function apiCall(
  described: Map<string, DescribedOperation>,
  session: ShopperSession,
  random: Random,
): SpoiltRequest {
  const [name, { method, path, file }] = random.oneOf(ENDPOINTS)
  const { body, query = {} } = described.get(name) ?? {}
  const target = path.replace(/:(\w+)/g, (_found, parameter: string) => {
    if (random.chance(0.15)) return hostileUrlPart(random)
    return parameter === 'userId' ? session.userId : 'donut-strawberry-sprinkle'
  })
  return {
    method: random.chance(0.03) ? random.oneOf(['PATCH', 'OPTIONS', 'HEAD', 'PUT', 'DELETE']) : method,
    target: target + spoiltQuery(query, random),
    headers: {
      authorization: `Bearer ${session.accessToken}`,
      ...(body && { 'content-type': 'application/json' }),
      ...spoiltHeaders(random),
    },
    ...(body && { body: corruptJson(sampleOf(body, random), random) }),
    fileType: file?.type,
  }
}

/**
 * Token and cookie are invalid, because some operations would sign the admin out or delete the
 * account.
 */
function poolCall({ accessToken, cookie }: ShopperSession, random: Random): HttpRequest {
  const parameters = { USERNAME: 'asha@example.in', REFRESH_TOKEN: 'x', SECRET_HASH: 'x' }
  const body = {
    AccessToken: random.chance(0.5) ? `${accessToken}x` : 'x.y.z',
    Username: 'asha@example.in',
    AuthFlow: random.oneOf(['REFRESH_TOKEN_AUTH', 'USER_SRP_AUTH', 'USER_PASSWORD_AUTH']),
    AuthParameters: parameters,
    UserAttributes: [{ Name: 'email', Value: 'x' }],
    ConfirmationCode: '000000',
  }
  return {
    method: 'POST',
    target: random.oneOf([
      IDENTITY_GATEWAY_BASE,
      '/user-pool',
      '/identity-pool',
      '/user-pool/x/.well-known/jwks.json',
    ]),
    headers: {
      'content-type': IDENTITY_CONTENT_TYPE,
      [TARGET_HEADER]: random.oneOf(POOL_TARGETS),
      cookie: `${cookie}x`,
      ...spoiltHeaders(random),
    },
    body: corruptJson(body, random),
  }
}

function pageRequest(random: Random): HttpRequest {
  const query = `?search=${hostileUrlPart(random)}&sort=${hostileUrlPart(random)}&w=${hostileUrlPart(random)}`
  return {
    method: 'GET',
    target: random.oneOf(PAGES) + hostileUrlPart(random) + (random.chance(0.3) ? query : ''),
    headers: spoiltHeaders(random),
  }
}

function spoiltQuery(query: DescribedOperation['query'], random: Random) {
  const pairs = Object.entries(query)
    .filter(() => random.chance(0.4))
    .map(([name, schema]) => {
      const value = random.chance(0.3)
        ? hostileUrlPart(random)
        : encodeURIComponent(String(sampleOf(schema, random)))
      return random.chance(0.05) ? `${name}=1&${name}[]=2&${name}=${value}` : `${name}=${value}`
    })
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function spoiltHeaders(random: Random) {
  return random.chance(0.12) ? Object.fromEntries([hostileHeader(random)]) : {}
}

/** The fault of a response, or null. `request` is null for raw bytes, which may get no response. */
function faultOf(response: RawResponse | null, request: SpoiltRequest | null): string | null {
  if (!response) return request ? 'no response' : null
  const { status, headers, body } = response
  if (!(status >= 200 && status < 500)) return `status ${status}: ${body.toString().slice(0, 200)}`
  if (request?.method === 'HEAD' || status === 304 || status === 204) return null

  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? ''
  if (status < 400) {
    const { fileType } = request ?? {}
    if (fileType !== undefined) return type.startsWith(fileType) ? null : `${type} instead of ${fileType}`
    return !isApiCall(request) || isDataReply(type, body) ? null : `a response that is no envelope (${type})`
  }
  if (/^(?:text|image)\//.test(type)) return isApiCall(request) ? `${type} instead of an envelope` : null
  return isRefusal(status, type, body)
    ? null
    : `a refusal that is no envelope: ${body.toString().slice(0, 200)}`
}

/** False for raw bytes, because the store may read them as a request for a page. */
function isApiCall(request: HttpRequest | null) {
  return request?.target.startsWith(SHOP_API_BASE) ?? false
}

function isDataReply(type: string, body: Buffer) {
  const value = parseObject(body)
  return type.startsWith('application/json') && ('data' in value || 'recommendations' in value)
}

function isRefusal(status: number, type: string, body: Buffer) {
  const value = parseObject(body)
  if (type.startsWith(IDENTITY_CONTENT_TYPE)) return identityErrorSchema.safeParse(value).success
  const { success, data } = errorReplySchema.safeParse(value)
  return success && ERROR_STATUS[data.code] === status
}

function parseObject(body: Buffer): object {
  try {
    return Object(JSON.parse(body.toString())) as object
  } catch {
    return {}
  }
}

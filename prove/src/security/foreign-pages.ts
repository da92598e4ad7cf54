import { type Endpoint, SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { IDENTITY_GATEWAY_BASE } from '@nashta/contracts/identity/identity-gateway'
import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import {
  createAccount,
  mailsTo,
  refreshTokens,
  type ShopperSession,
  signIn,
} from '@nashta/contracts/identity/shopper-account.fixture'
import { shopApiEndpoints } from '@nashta/contracts/shop-api/shop-api-endpoints'
import { expectFigures, type Proof } from '../proof.ts'
import { DONUT } from '../shopper.ts'
import { type DescribedOperation, readReference, sampleOf } from './api-reference.ts'
import { POOL_OPERATIONS } from './pool-operations.ts'
import { createRandom } from './random.ts'
import { openRawConnection, requestBytes, type RawConnection } from './raw-connection.ts'

type Headers = Record<string, string>

/** The content types that a page of another site can send with the cookie, without a preflight. */
const FORMS: Record<string, Headers> = {
  'a form': { 'content-type': 'application/x-www-form-urlencoded' },
  'a form with files': { 'content-type': 'multipart/form-data; boundary=x' },
  'JSON as plain text': { 'content-type': 'text/plain' },
  'JSON without a type': {},
}

/** The headers that name the origin of a request. An old browser sends one of them or none. */
const ORIGINS: Record<string, Headers> = {
  'another site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'another site that hides its name': { 'sec-fetch-site': 'cross-site', origin: 'null' },
  'another subdomain': { 'sec-fetch-site': 'same-site', origin: 'https://blog.localhost' },
  'another site without an origin': { 'sec-fetch-site': 'cross-site' },
  'another site, by an old browser': { origin: 'https://evil.example' },
  'an unnamed origin, by an old browser': {},
}

export const foreignPages: Proof = {
  id: 'S9',
  test: 'Pages of other sites try every call that changes data, with the cookie of their visitor',
  sizes: { quick: 1, short: 5, nightly: 50 },
  unit: 'rounds',
  async run(context, size) {
    const { url } = await context.startStore({ GUEST_CHECKOUT: 'true' })
    const session = await signIn(url, await createAccount(url))
    const described = await readReference(url)
    const connection = openRawConnection(url)
    context.atEnd(() => connection.close())
    const mailsBefore = (await mailsTo(url)).length
    const accepted: string[] = []
    let tries = 0
    const countTry = (name: string, outcome: number | 'granted', isRefused: boolean) => {
      tries += 1
      if (!isRefused) accepted.push(`${name}: ${outcome}`)
    }

    for (let round = 0; round < size; round += 1) {
      for (const [from, origin] of Object.entries(ORIGINS)) {
        for (const [name, endpoint] of changingEndpoints()) {
          for (const [how, form] of Object.entries(FORMS)) {
            const status = await tryApi(connection, {
              endpoint,
              described: described.get(name),
              session,
              headers: { ...origin, ...form },
            })
            countTry(
              `${endpoint.method} ${endpoint.path} as ${how} from ${from}`,
              status,
              // An upload may have any of these types. But its path has the token of an order's
              // link, which another site does not know.
              status === 401 || status === 415 || (endpoint.upload !== undefined && status === 404),
            )
          }
          const isGranted = await isPreflightGranted(connection, SHOP_API_BASE + endpoint.path, origin)
          countTry(`the preflight of ${endpoint.path} from ${from}`, 'granted', !isGranted)
        }
        for (const target of POOL_TARGETS) {
          for (const form of [...Object.values(FORMS), { 'content-type': IDENTITY_CONTENT_TYPE }]) {
            // Only a script can send this content type, and then the browser names the origin.
            if (Object.keys(origin).length === 0 && form['content-type'] === IDENTITY_CONTENT_TYPE) continue
            const status = await tryIdentity(connection, { target, session, headers: { ...origin, ...form } })
            countTry(`${target} from ${from}`, status, status === 403 || status === 415)
          }
        }
        const isGranted = await isPreflightGranted(connection, IDENTITY_GATEWAY_BASE, origin)
        countTry(`the preflight of the gateway from ${from}`, 'granted', !isGranted)
      }
    }
    expectFigures({
      'calls of other sites that were accepted': [accepted.slice(0, 4).join('; '), ''],
      'the session of the visitor': [(await refreshTokens(url, session.cookie)).status, 200],
      'mails caused by other sites': [(await mailsTo(url)).length - mailsBefore, 0],
    })
    return `${tries} tries on ${changingEndpoints().length} calls of the shop and ${POOL_TARGETS.length} of the gateway: 0 accepted, the session stays valid`
  },
  mutations: [
    {
      what: 'the gateway does not check the origin of a call',
      file: 'apps/identity/src/gateway/create-gateway.ts',
      from: 'if (isAllowed(headers)) return',
      to: 'if (isAllowed(headers) || headers.host) return',
    },
    {
      what: 'plain text is read as a body',
      file: 'packages/service-kit/src/http/create-service.ts',
      from: "app.removeContentTypeParser('text/plain')",
      to: '',
    },
  ],
}

const POOL_TARGETS = POOL_OPERATIONS.map(({ target }) => target)

function changingEndpoints(): [name: string, endpoint: Endpoint][] {
  return Object.entries<Endpoint>(shopApiEndpoints).filter(([, { method }]) => method !== 'GET')
}

type ApiTry = {
  endpoint: Endpoint
  described: DescribedOperation | undefined
  session: ShopperSession
  headers: Headers
}

/**
 * Sends a valid body with the cookie, but without the access token: a browser adds only the cookie
 * by itself.
 */
async function tryApi(
  connection: RawConnection,
  { endpoint: { method, path }, described, session, headers }: ApiTry,
) {
  const target = SHOP_API_BASE + path.replace(/:userId/, session.userId).replace(/:\w+/g, DONUT.productId)
  const { body } = described ?? {}
  const sample = body ? JSON.stringify(validBody(body)) : '{}'
  const response = await connection.exchange(
    requestBytes({ method, target, headers: { cookie: session.cookie, ...headers }, body: sample }),
  )
  return response?.status ?? 0
}

function validBody(schema: NonNullable<DescribedOperation['body']>) {
  return { ...Object(sampleOf(schema, createRandom(1))), email: 'asha@example.in', name: 'Asha' } as object
}

type IdentityTry = { target: string; session: ShopperSession; headers: Headers }

/** The call must be refused even with the access token, which another site does not know. */
async function tryIdentity(connection: RawConnection, { target, session, headers }: IdentityTry) {
  const body = JSON.stringify({
    Username: 'asha@example.in',
    AccessToken: session.accessToken,
    AuthFlow: 'REFRESH_TOKEN_AUTH',
  })
  const response = await connection.exchange(
    requestBytes({
      method: 'POST',
      target: IDENTITY_GATEWAY_BASE,
      headers: { [TARGET_HEADER]: target, cookie: session.cookie, ...headers },
      body,
    }),
  )
  return response?.status ?? 0
}

async function isPreflightGranted(connection: RawConnection, target: string, origin: Headers) {
  const headers = {
    ...origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  }
  const response = await connection.exchange(requestBytes({ method: 'OPTIONS', target, headers }))
  return response?.headers.some(([name]) => name.startsWith('access-control-allow')) ?? false
}

import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import {
  ACCOUNT_LIMITS,
  CALLER_LIMITS,
  IP_LIMITS,
  mailsMax,
  type RateLimitName,
} from '@nashta/contracts/api/rate-limits'
import {
  callIdentity,
  createAccount,
  type GatewayResponse,
  mailsTo,
  signUpShopper,
} from '@nashta/contracts/identity/shopper-account.fixture'
import {
  confirmForgotPassword,
  confirmSignUp,
  forgotPassword,
  getUser,
  initiateAuth,
  resendConfirmationCode,
  signUp,
} from '@nashta/contracts/identity/user-pool'
import { signatureOf } from '@nashta/shop-api/payments/razorpay/razorpay-signature'
import { expectFigures, type Proof } from '../proof.ts'
import { runConcurrently } from '../run-concurrently.ts'

const AT_ONCE = 8
/** The calls beyond each limit, which must be refused. */
const EXCESS_CALLS = 5
/** All mails are delivered when none has arrived for this long. */
const SETTLE_MS = 300
/** This many rounds reach every limit of mails. */
const MAIL_ROUNDS = 6

/** Each query searches the whole catalogue, so all of them count towards the same limit. */
const SEARCHES = ['search=chips', 'category=Sweets', 'minPrice=10', 'diet=veg', 'counts=true']
const randomOf = (texts: readonly string[]) => texts[randomInt(texts.length)]

const WEBHOOK_SECRET = 'webhook secret'

/** The URL of the store, and the network address that the client claims to have. */
type Client = { url: string; address: string }
type LimitedCall = (from: Client, email: string) => Promise<GatewayResponse>

/**
 * One call for each limit of a network address. Most calls are invalid. They count nevertheless,
 * because limits are checked first.
 */
const CALLS_BY_ADDRESS: Record<RateLimitName, LimitedCall> = {
  signIn: (from, email) => signIn(from, email),
  signUp: (from, email) => callPool(from, signUp.target, { Username: email, Password: 'short' }),
  codeRequest: (from, email) => callPool(from, forgotPassword.target, { Username: email }),
  codeEntry: (from, email) =>
    callPool(from, confirmSignUp.target, { Username: email, ConfirmationCode: '000000' }),
  account: (from) => callPool(from, getUser.target, { AccessToken: 'x.y.z' }),
  newsletter: (from, email) => callShop(from, '/newsletter', { name: 'Asha', email }),
  ticket: (from, email) => callShop(from, '/tickets', { name: 'Asha', email, text: 'Stale' }),
  helpPicture: (from) => callShop(from, `/order-links/${randomUUID()}/help/G-1/pictures`, {}),
  rating: (from) =>
    request(from, `${SHOP_API_BASE}/order-links/${randomUUID()}/ratings/x`, { stars: 5 }, {}, 'PUT'),
  ratingVote: (from) => callShop(from, `/ratings/${randomUUID()}/helpful`, {}),
  orderLink: (from) => callShop(from, `/order-links/${randomUUID()}`),
  guestOrder: (from) => callShop(from, '/guest-orders', {}),
  checkout: (from) => callShop(from, '/purchases/somebody', {}),
  paymentMessage: (from) => callShop(from, '/payments/simulator/webhook', {}),
  paymentWebhook: (from) =>
    request(
      from,
      `${SHOP_API_BASE}/payments/razorpay/webhook`,
      {},
      {
        'x-razorpay-signature': signatureOf('{}', WEBHOOK_SECRET),
      },
    ),
  cart: (from) => callShop(from, '/carts/somebody', {}),
  search: (from) => callShop(from, `/products?${randomOf(SEARCHES)}&limit=1`),
  page: (from) => request(from, `/product/${randomUUID()}`),
  accountData: (from) => callShop(from, '/account/somebody/export'),
  view: (from) => callShop(from, '/views/somebody', {}),
}

/** One call for each limit of an account, over all network addresses. */
const CALLS_BY_ACCOUNT: Record<keyof typeof ACCOUNT_LIMITS, LimitedCall> = {
  signIn: (from, email) => signIn(from, email),
  codeEntry: (from, email) =>
    callPool(from, confirmForgotPassword.target, {
      Username: email,
      ConfirmationCode: '000000',
      Password: 'x',
    }),
}

export const rateLimits: Proof = {
  id: 'S15',
  test: 'Every documented rate limit refuses at its number and not before; and mails to one address are limited',
  sizes: { quick: 1, short: 3, nightly: 20 },
  unit: 'addresses for each limit',
  async run(context, size) {
    // The scale 1 sets the documented limits. This machine is a trusted proxy, so the proof can
    // name the client's network address in each call.
    const { url } = await context.startStore({
      GUEST_CHECKOUT: 'true',
      PAYMENTS: 'simulator,razorpay',
      RAZORPAY_KEY_ID: 'rzp_test_proof',
      RAZORPAY_KEY_SECRET: 'secret',
      RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
      RATE_LIMIT_SCALE: '1',
      TRUSTED_PROXIES: '127.0.0.1',
    })
    const faults: string[] = []
    let calls = 0

    for (let number = 0; number < size; number += 1) {
      for (const [name, rule] of Object.entries(IP_LIMITS) as [RateLimitName, Rule][]) {
        const from = { url, address: `203.0.113.${number + 1}` }
        const call = CALLS_BY_ADDRESS[name]
        const count = rule.limit + EXCESS_CALLS
        const responses = await callConcurrently(count, () => call(from, newEmail()))
        calls += responses.length
        faults.push(...faultsOf(`${name} by address`, rule, responses))
        const neighbour = await call({ url, address: `198.51.100.${number + 1}` }, newEmail())
        if (neighbour.status === 429) faults.push(`${name}: another address is refused too`)
      }
      for (const [name, rule] of Object.entries(ACCOUNT_LIMITS) as [keyof typeof ACCOUNT_LIMITS, Rule][]) {
        const victim = newEmail()
        const responses = await callConcurrently(rule.limit + EXCESS_CALLS, (index) =>
          CALLS_BY_ACCOUNT[name]({ url, address: `192.0.2.${index % 250}` }, victim),
        )
        calls += responses.length
        faults.push(...faultsOf(`${name} by account`, rule, responses))
      }
    }
    faults.push(...(await cartFaults(url)))
    const flood = await floodWithMails(url)
    expectFigures({
      'limits that do not hold': [[...new Set(faults)].slice(0, 5).join('; '), ''],
      'mails to one address beyond the limit': [
        Math.max(0, flood.mails - mailsMax('reset', 'code', 'other')),
        0,
      ],
    })
    return `${calls} calls, ${Object.keys(IP_LIMITS).length} limits by address and ${Object.keys(ACCOUNT_LIMITS).length} by account at their numbers, 429 with Retry-After beyond; ${flood.sent} requests for mails of five kinds to one address gave ${flood.mails} mails`
  },
  mutations: [
    {
      what: 'forged webhooks use up the limit of signed ones',
      file: 'apps/shop-api/src/orders/routes/register-payment-messages.ts',
      from: 'const countWebhook = deps.ipGuardOf(receivePaymentEvent)',
      to: 'const countWebhook = deps.ipGuardOf(returnFromPayment)',
    },
    {
      what: 'every limit accepts one call more than documented',
      file: 'packages/service-kit/src/limits/rate-limit.ts',
      from: 'const capacity = Math.max(1, Math.floor(limit * scale))',
      to: 'const capacity = Math.max(1, Math.floor(limit * scale)) + 1',
    },
    {
      what: 'the gateway limits calls by address, and not by account',
      file: 'apps/identity/src/gateway/limit-check.ts',
      from: "if (limits.perAccount && typeof account === 'string') {",
      to: "if (limits.perAccount && typeof account === 'number') {",
    },
    {
      what: 'a filter does not count as a search, although it costs as much',
      file: 'packages/contracts/src/catalogue/product-query.ts',
      from: "(name) => !['sort', 'limit', 'cursor'].includes(name)",
      to: "(name) => name === 'search'",
    },
    {
      what: 'mails of one kind are not limited',
      file: 'packages/mail/src/limit-mails.ts',
      from: "  ['ticket-received', 'other'],",
      to: '',
    },
    {
      what: 'a shopper may change the cart without end from many addresses',
      file: 'apps/shop-api/src/open-shop-api.ts',
      from: 'callerGuardOf: createCallerGuards({ scale: options.rateLimitScale, now }),',
      to: 'callerGuardOf: () => null,',
    },
  ],
}

type Rule = { limit: number; perSeconds: number }

function faultsOf(name: string, { limit, perSeconds }: Rule, responses: GatewayResponse[]): string[] {
  const refused = responses.filter(({ status }) => status === 429)
  const waits = refused.map(({ headers }) => Number(headers.get('retry-after') ?? Number.NaN))
  return [
    ...(refused.length === EXCESS_CALLS
      ? []
      : [`${name}: ${responses.length - refused.length} accepted, not ${limit}`]),
    ...(waits.every((seconds) => Number.isInteger(seconds) && seconds > 0 && seconds <= perSeconds)
      ? []
      : [`${name}: Retry-After ${waits.join(', ')}`]),
    ...(responses.some(({ status }) => status >= 500) ? [`${name}: a failure`] : []),
  ]
}

/** One shopper sends cart changes from many network addresses. They are invalid, but count too. */
async function cartFaults(url: string) {
  const { userId, accessToken } = await signUpShopper(url)
  const rule = CALLER_LIMITS.cart
  const responses = await callConcurrently(rule.limit + EXCESS_CALLS, (index) =>
    request(
      { url, address: `192.0.2.${index % 250}` },
      `${SHOP_API_BASE}/carts/${userId}`,
      {},
      {
        authorization: `Bearer ${accessToken}`,
      },
    ),
  )
  return faultsOf('cart by account', rule, responses)
}

/** Makes every call that sends a mail to one account, each from a new network address. */
async function floodWithMails(url: string) {
  const { email } = await createAccount(url)
  let sent = 0
  for (let round = 0; round < MAIL_ROUNDS; round += 1) {
    for (const target of [forgotPassword.target, resendConfirmationCode.target, signUp.target]) {
      sent += 1
      const body = {
        Username: email,
        Password: 'marigold-tea',
        UserAttributes: [{ Name: 'email', Value: email }],
      }
      await callPool({ url, address: `192.0.2.${sent}` }, target, body)
    }
    sent += 1
    await callShop({ url, address: `192.0.2.${sent}` }, '/newsletter', { name: 'Asha', email })
    sent += 1
    await callShop({ url, address: `192.0.2.${sent}` }, '/tickets', { name: 'Asha', email, text: 'Stale' })
  }
  await wait(SETTLE_MS)
  return { sent, mails: await waitForMailCount(url, email) }
}

/** Waits until no more mails arrive. Returns their number. */
async function waitForMailCount(url: string, email: string) {
  for (let last = -1; ;) {
    const count = (await mailsTo(url, email)).length
    if (count === last) return count
    last = count
    await wait(SETTLE_MS)
  }
}

async function callConcurrently(count: number, call: (index: number) => Promise<GatewayResponse>) {
  const responses: GatewayResponse[] = []
  await runConcurrently(count, AT_ONCE, async (index) => responses.push(await call(index)))
  return responses
}

function newEmail() {
  return `asha.${randomUUID()}@example.in`
}

function signIn(from: Client, USERNAME: string) {
  return callPool(from, initiateAuth.target, {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME, PASSWORD: '' },
  })
}

function callPool({ url, address }: Client, target: string, body: object) {
  return callIdentity(url, target, body, { 'x-forwarded-for': address })
}

function callShop(from: Client, path: string, body?: object) {
  return request(from, `${SHOP_API_BASE}${path}`, body)
}

async function request(
  { url, address }: Client,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
  method = body ? 'POST' : 'GET',
): Promise<GatewayResponse> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'x-forwarded-for': address, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

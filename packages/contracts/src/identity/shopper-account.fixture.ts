import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { IDENTITY_GATEWAY_BASE, REFRESH_COOKIE } from './identity-gateway.ts'
import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from './identity-operation.ts'
import { TERMS_VERSION } from './terms-version.ts'
import { confirmSignUp, initiateAuth, signUp } from './user-pool.ts'

export const PASSWORD = 'marigold-tea'

const MAIL_TIMEOUT_MS = 30_000
const MAIL_POLL_MS = 20

type RequestOptions = { method: string; headers: Record<string, string>; body: string }

/** For a test that cannot use the store's usual mailbox or the global `fetch`. */
export type StoreAccess = {
  /** The URL of the mailbox, when it is not below the store's origin. */
  mailbox?: string
  /** Replaces the global `fetch`. */
  fetch?: ((url: string, request?: RequestOptions) => Promise<Response>) | undefined
}

export type GatewayResponse = { status: number; headers: Headers; text: string }

/** Calls the identity gateway as a page of the store does. */
export async function callIdentity(
  origin: string,
  target: string,
  body: object | string,
  headers: Record<string, string> = {},
  { fetch = globalThis.fetch }: StoreAccess = {},
): Promise<GatewayResponse> {
  const response = await fetch(`${origin}${IDENTITY_GATEWAY_BASE}`, {
    method: 'POST',
    headers: {
      'content-type': IDENTITY_CONTENT_TYPE,
      [TARGET_HEADER]: target,
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

export type Account = { email: string; password: string }
type NewAccount = { email?: string; password?: string; attributes?: Record<string, string> }

export async function createUnconfirmedAccount(
  origin: string,
  { email = newEmail(), password = PASSWORD, attributes = {} }: NewAccount = {},
  access: StoreAccess = {},
): Promise<Account> {
  const request = {
    Username: email,
    Password: password,
    UserAttributes: Object.entries({ email, ...attributes }).map(([Name, Value]) => ({ Name, Value })),
    ClientMetadata: { termsVersion: TERMS_VERSION },
  }
  await callSuccessfully(origin, signUp.target, request, access)
  return { email, password }
}

/** Signs up and confirms the account with the mailed code. */
export async function createAccount(
  origin: string,
  newAccount: NewAccount = {},
  access: StoreAccess = {},
): Promise<Account> {
  const account = await createUnconfirmedAccount(origin, newAccount, access)
  const ConfirmationCode = await mailedCode(origin, account.email, access)
  await callSuccessfully(origin, confirmSignUp.target, { Username: account.email, ConfirmationCode }, access)
  return account
}

export type ShopperSession = {
  userId: string
  accessToken: string
  idToken: string
  /** The value for the header `cookie`: the cookie with the refresh token. */
  cookie: string
}

export async function signIn(
  origin: string,
  { email, password }: Account,
  access: StoreAccess = {},
): Promise<ShopperSession> {
  const request = {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  }
  const { headers, text } = await callSuccessfully(origin, initiateAuth.target, request, access)
  const { AuthenticationResult: tokens } = initiateAuth.response.parse(JSON.parse(text))
  const accessToken = tokens?.AccessToken ?? ''
  const refreshCookie = headers.getSetCookie().find((cookie) => cookie.startsWith(`${REFRESH_COOKIE}=`))
  return {
    userId: String(claimsOf(accessToken)['sub']),
    accessToken,
    idToken: tokens?.IdToken ?? '',
    cookie: refreshCookie?.split(';')[0] ?? '',
  }
}

export function refreshTokens(origin: string, cookie: string) {
  return callIdentity(origin, initiateAuth.target, { AuthFlow: 'REFRESH_TOKEN_AUTH' }, { cookie })
}

/** Creates an account and signs in. */
export async function signUpShopper(
  origin: string,
  newAccount: NewAccount = {},
  access: StoreAccess = {},
): Promise<Account & ShopperSession> {
  const account = await createAccount(origin, newAccount, access)
  return { ...account, ...(await signIn(origin, account, access)) }
}

/** The claims of a JWT. Its signature is not checked. */
export function claimsOf(token: string): Record<string, unknown> {
  return z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))
}

const mailMessages = z.object({
  messages: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() })),
})

/** The mails to an address, or all mails; newest first. */
export async function mailsTo(
  origin: string,
  email?: string,
  { mailbox = `${origin}/dev/mailbox`, fetch = globalThis.fetch }: StoreAccess = {},
) {
  const query = email === undefined ? '' : `?to=${encodeURIComponent(email)}`
  const response = await fetch(`${mailbox}/messages${query}`)
  return mailMessages.parse(await response.json()).messages
}

/** Waits until the address has `mails` mails. Returns the code in the subject of the newest one. */
export async function mailedCode(
  origin: string,
  email: string,
  { mails = 1, ...access }: StoreAccess & { mails?: number } = {},
): Promise<string> {
  for (let waited = 0; waited < MAIL_TIMEOUT_MS; waited += MAIL_POLL_MS) {
    const messages = await mailsTo(origin, email, access)
    const code = /\d{6}/.exec(messages[0]?.subject ?? '')?.[0]
    if (messages.length >= mails && code !== undefined) return code
    await wait(MAIL_POLL_MS)
  }
  throw new Error(`no code was mailed to ${email}`)
}

function newEmail() {
  return `asha.${randomUUID()}@example.in`
}

async function callSuccessfully(origin: string, target: string, body: object, access: StoreAccess) {
  const response = await callIdentity(origin, target, body, {}, access)
  if (response.status !== 200) throw new Error(`${target}: ${response.status} ${response.text}`)
  return response
}

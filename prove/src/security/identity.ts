import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { IDENTITY_GATEWAY_BASE } from '@nashta/contracts/identity/identity-gateway'
import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import { confirmSignUp, initiateAuth, signUp } from '@nashta/contracts/identity/user-pool'
import { PASSWORD } from '../shopper.ts'

const LOOK_EVERY_MS = 20
const LOOKS_MAX = 1500

export type Told = { status: number; headers: Headers; text: string }

/** One call of a page of the store. */
export async function callIdentity(
  url: string,
  target: string,
  body: object | string,
  headers: Record<string, string> = {},
): Promise<Told> {
  const answer = await fetch(`${url}${IDENTITY_GATEWAY_BASE}`, {
    method: 'POST',
    headers: {
      'content-type': IDENTITY_CONTENT_TYPE,
      [TARGET_HEADER]: target,
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

export type Account = { email: string; password: string }

type NewAccount = { email?: string; attributes?: Record<string, string> }

/** Somebody who has an account and is not signed in; with their own words, if they are given. */
export async function accountAt(
  url: string,
  { email = `asha.${randomUUID()}@example.in`, attributes = {} }: NewAccount = {},
): Promise<Account> {
  await mustWork(url, signUp.target, {
    Username: email,
    Password: PASSWORD,
    UserAttributes: Object.entries({ email, ...attributes }).map(([Name, Value]) => ({ Name, Value })),
    ClientMetadata: { termsVersion: '2026-01-01' },
  })
  const ConfirmationCode = await mailedCode(url, email)
  await mustWork(url, confirmSignUp.target, { Username: email, ConfirmationCode })
  return { email, password: PASSWORD }
}

export type Session = { userId: string; accessToken: string; idToken: string; cookie: string }

export async function signInAt(url: string, { email, password }: Account): Promise<Session> {
  const { headers, text } = await mustWork(url, initiateAuth.target, {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  })
  const { AuthenticationResult: tokens } = initiateAuth.answer.parse(JSON.parse(text))
  const [accessToken, idToken] = [tokens?.AccessToken ?? '', tokens?.IdToken ?? '']
  return {
    userId: String(claimsOf(accessToken)['sub']),
    accessToken,
    idToken,
    cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '',
  }
}

export function refreshAt(url: string, cookie: string) {
  return callIdentity(url, initiateAuth.target, { AuthFlow: 'REFRESH_TOKEN_AUTH' }, { cookie })
}

export function claimsOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
}

async function mustWork(url: string, target: string, body: object) {
  const told = await callIdentity(url, target, body)
  if (told.status !== 200) throw new Error(`${target} answered ${told.status} ${told.text}`)
  return told
}

type Mail = { to: string; subject: string; text: string; html: string }

export async function mailsTo(url: string, email?: string): Promise<Mail[]> {
  const query = email === undefined ? '' : `?to=${encodeURIComponent(email)}`
  const answer = await fetch(`${url}/dev/mailbox/messages${query}`)
  return ((await answer.json()) as { messages: Mail[] }).messages
}

async function mailedCode(url: string, email: string) {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const [newest] = await mailsTo(url, email)
    const code = /\d{6}/.exec(newest?.subject ?? '')?.[0]
    if (code) return code
    await wait(LOOK_EVERY_MS)
  }
  throw new Error(`no code was mailed to ${email}`)
}

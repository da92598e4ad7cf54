import { createCallIdentity } from '@nashta/browser/identity/call-identity'
import { fetchProfile } from '@nashta/browser/session/profile'
import { type AccountClient, createSession } from '@nashta/browser/session/session'
import { createSessionStore } from '@nashta/browser/session/session-store'
import { refreshTokens } from '@nashta/browser/session/tokens'
import { guardStorage } from '@nashta/browser/storage/browser-storage'
import { type LocalPool, openLocalPool } from '@nashta/identity/conformance/local-pool.fixture'
import { createGateway } from '@nashta/identity/gateway/create-gateway'
import { fetchPoolInProcess } from '@nashta/identity/gateway/pool-connection'
import { createLogger } from '@nashta/service-kit/process/logger'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  confirmForgotPassword,
  confirmSignUp,
  forgotPassword,
  signIn,
  signOut,
  signOutEverywhere,
  signUp,
} from '../../web/app/features/account/session/identity-calls.ts'

const HOUR_MS = 3_600_000
const email = 'asha@example.in'
const password = 'Str0ng!pass'
const form = {
  firstName: 'Asha',
  lastName: 'Rao',
  email,
  password,
  confirmPassword: password,
  birthdate: '1990-02-28',
  gender: 'female',
  phoneNumber: '98765 43210',
  termsAccepted: true,
} as const

let local: LocalPool
const now = () => local.clock.now
let gateway: FastifyInstance
let url: string
beforeEach(async () => {
  local = await openLocalPool()
  gateway = createGateway({
    logger: createLogger({ service: 'identity', level: 'silent' }),
    https: false,
    client: local.pool.client,
    records: null,
    fetchPool: fetchPoolInProcess(local.pool.userPool, '/user-pool', local.pool.client.secret),
    publicUrl: 'http://127.0.0.1',
    rateLimitScale: 1,
    now,
  })
  url = await gateway.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  await gateway.close()
  await local.close()
})

/** The account client in a new browser, with storage and cookies, on a page of the store. */
function openBrowser() {
  /** The records in the browser storage. */
  const records = new Map<string, string>()
  const cookies = new Map<string, string>()
  const cookieHeader = () => Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
  const callIdentity = createCallIdentity(async (path, init) => {
    const headers = new Headers(init.headers)
    const sent = { cookie: cookieHeader(), origin: url, 'sec-fetch-site': 'same-origin' }
    for (const [name, value] of Object.entries(sent)) headers.set(name, value)
    const response = await fetch(url + path, { ...init, headers })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    return response
  })
  const session = createSession({
    store: createSessionStore(
      guardStorage({
        getItem: (key) => records.get(key) ?? null,
        setItem: (key, value) => void records.set(key, value),
        removeItem: (key) => void records.delete(key),
      }),
    ),
    fetchTokens: () => refreshTokens(callIdentity, now),
    now,
    // No timer runs: the session renews or expires when its access token is read.
    schedule: () => () => {},
    withLock: (work) => work(),
  })
  const accountClient: AccountClient = { callIdentity, session, now }
  return { accountClient, session, records, cookie: cookieHeader }
}

/** Waits for `mailCount` mails, and resolves to the code in the newest one. */
const newestCode = ({ mailCount }: { mailCount: number }) =>
  vi.waitFor(async () => {
    const found = await local.mailbox.list(email)
    if (found.length < mailCount) throw new Error('no such mail yet')
    return /\d{6}/.exec(found[0]?.subject ?? '')?.[0] ?? ''
  })

/** Opens a browser whose shopper signs up, confirms the account and is not signed in yet. */
async function openBrowserOfNewShopper() {
  const browser = openBrowser()
  expect(await signUp(browser.accountClient, form)).toEqual({ confirmed: false })
  await expect(signIn(browser.accountClient, { email, password, rememberMe: true })).rejects.toMatchObject({
    message: 'Sign in failed: User is not confirmed.',
    kind: 'UserNotConfirmedException',
  })
  await confirmSignUp(browser.accountClient, { email, code: await newestCode({ mailCount: 1 }) })
  return browser
}

it('a remembered shopper stays signed in by a refresh token that only the cookie has', async () => {
  const { accountClient, session, records, cookie } = await openBrowserOfNewShopper()
  // Null means that the sign-in needs no second factor.
  expect(await signIn(accountClient, { email, password, rememberMe: true })).toBeNull()
  expect(session.getSnapshot().user).toEqual({
    sub: expect.any(String),
    username: email,
    email,
    firstName: 'Asha',
    lastName: 'Rao',
  })
  const first = await session.getAccessToken()

  local.advance(2 * HOUR_MS)
  const second = await session.getAccessToken()
  expect(second).not.toBe(first)
  expect(await fetchProfile(accountClient.callIdentity, second ?? '')).toMatchObject({
    phoneNumber: '+919876543210',
  })

  // The cookie's value is `username~id.1.token`. The 1 stands for a remembered shopper.
  const refreshToken = /nashta-refresh=[\w~-]+\.1\.([\w-]+)/.exec(cookie())?.[1]
  expect(refreshToken).toBeDefined()
  expect([...records.values()].join()).not.toContain(refreshToken)
})

it('a shopper who is not remembered is signed out when the tokens expire', async () => {
  const { accountClient, session, records } = await openBrowserOfNewShopper()
  await signIn(accountClient, { email, password, rememberMe: false })
  local.advance(HOUR_MS + 1000)
  expect(await session.getAccessToken()).toBeNull()
  expect(records.size).toBe(0)
})

it('a shopper with an expired access token can sign out; a copied cookie is refused', async () => {
  const { accountClient, cookie } = await openBrowserOfNewShopper()
  await signIn(accountClient, { email, password, rememberMe: true })
  const copiedCookie = cookie()
  local.advance(5 * HOUR_MS)
  expect(await signOut(accountClient)).toEqual({ ok: true })
  expect(cookie()).toMatch(/nashta-refresh=$/)

  const response = await fetch(`${url}/identity`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
      cookie: copiedCookie,
    },
    body: '{"AuthFlow":"REFRESH_TOKEN_AUTH"}',
  })
  expect(await response.json()).toMatchObject({ __type: 'NotAuthorizedException' })
})

it('signing out everywhere signs out another browser at its next request', async () => {
  const one = await openBrowserOfNewShopper()
  const two = openBrowser()
  for (const { accountClient } of [one, two])
    await signIn(accountClient, { email, password, rememberMe: true })
  expect(await signOutEverywhere(one.accountClient)).toEqual({ ok: true })

  const token = (await two.session.getAccessToken()) ?? ''
  await expect(fetchProfile(two.accountClient.callIdentity, token)).rejects.toThrow(
    'Access Token has been revoked',
  )
  expect(await two.session.getAccessToken({ refused: token })).toBeNull()
  expect(two.session.getSnapshot().status).toBe('signed-out')
})

it("an error of the user pool names the action and has the pool's message", async () => {
  const { accountClient } = await openBrowserOfNewShopper()
  await expect(signUp(accountClient, form)).rejects.toThrow(
    'Sign up failed: An account with the given email already exists.',
  )
  await expect(signIn(accountClient, { email, password: 'Wr0ng!pass', rememberMe: false })).rejects.toThrow(
    'Sign in failed: Incorrect username or password.',
  )
  await forgotPassword(accountClient, { email })
  // The right code has been mailed, but another one is entered.
  await newestCode({ mailCount: 2 })
  await expect(
    confirmForgotPassword(accountClient, { email, code: 'wrong1', newPassword: 'An0ther!pass' }),
  ).rejects.toThrow('Confirm forgot password failed: Invalid verification code provided, please try again.')
})

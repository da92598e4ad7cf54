import { randomUUID } from 'node:crypto'
import * as account from '@nashta/contracts/identity/shopper-account.fixture'
import { updateUserAttributes, verifyUserAttribute } from '@nashta/contracts/identity/user-pool'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { signUpAttributesOf } from '../../apps/web/app/features/account/session/sign-up-schema.ts'

export type Shopper = ReturnType<typeof newShopper>

/** Data of a new shopper. The e-mail address is unique, because all journeys share one store. */
export function newShopper() {
  return {
    firstName: 'Asha',
    lastName: 'Rao',
    email: `asha.${randomUUID().slice(0, 8)}@example.in`,
    password: 'marigold-tea',
    birthdate: '1990-02-28',
    gender: 'female' as const,
    phoneNumber: '+919876543210',
  }
}

/** Fills in the sign-up form of the open page. */
export async function fillSignUp(page: Page, shopper: Shopper) {
  await page.getByLabel('First name').fill(shopper.firstName)
  await page.getByLabel('Last name').fill(shopper.lastName)
  await page.getByLabel('Email', { exact: true }).fill(shopper.email)
  await page.getByLabel('Password', { exact: true }).fill(shopper.password)
  await page.getByLabel('Confirm password').fill(shopper.password)
  await page.getByLabel('Birth date').fill(shopper.birthdate)
  await page.getByLabel('Gender').selectOption(shopper.gender)
  // The form also accepts a number as people write it.
  await page.getByLabel('Phone number').fill('98765 43210')
  await page.getByRole('checkbox').check()
}

/** Waits for at least `mails` mail messages, and returns the code of the newest one. */
export function mailedCode(
  request: APIRequestContext,
  email: string,
  { mails = 1 }: { mails?: number } = {},
): Promise<string> {
  return account.mailedCode('', email, { mails, fetch: fetchWith(request) })
}

/** Waits for a mail message with this subject, and returns the first link of the newest one. */
export async function mailedLink(request: APIRequestContext, email: string, subject: string) {
  let link: string | undefined
  await expect(async () => {
    const messages = await account.mailsTo('', email, { fetch: fetchWith(request) })
    const message = messages.find((each) => each.subject.includes(subject))
    link = /https?:\S+/.exec(message?.text ?? '')?.[0]
    expect(link).toBeDefined()
  }).toPass()
  return link ?? ''
}

/** Changes the e-mail address of a shopper with calls, not on a page. */
export async function changeEmail(request: APIRequestContext, shopper: Shopper, newEmail: string) {
  const access = { fetch: fetchWith(request) }
  const { accessToken: AccessToken } = await signInByCall(request, shopper)
  const UserAttributes = [{ Name: 'email', Value: newEmail }]
  await account.callIdentity('', updateUserAttributes.target, { AccessToken, UserAttributes }, {}, access)
  const Code = await mailedCode(request, newEmail)
  const verification = { AccessToken, AttributeName: 'email', Code }
  await account.callIdentity('', verifyUserAttribute.target, verification, {}, access)
}

/** Sets the first, last and full name of a shopper to the same text, with a call. */
export async function changeName(request: APIRequestContext, AccessToken: string, name: string) {
  const UserAttributes = ['given_name', 'family_name', 'name'].map((Name) => ({ Name, Value: name }))
  const { status, text } = await account.callIdentity(
    '',
    updateUserAttributes.target,
    { AccessToken, UserAttributes },
    {},
    { fetch: fetchWith(request) },
  )
  expect(status, text).toBe(200)
}

/**
 * Creates a confirmed account with calls, not on a page. `mailbox` is the URL of the mailbox, when
 * it is not part of the store.
 */
export async function signedUpShopper(request: APIRequestContext, mailbox?: string): Promise<Shopper> {
  const shopper = newShopper()
  const attributes = signUpAttributesOf(shopper)
  const access = { fetch: fetchWith(request), ...(mailbox !== undefined && { mailbox }) }
  await account.createAccount('', { ...shopper, attributes }, access)
  return shopper
}

export async function unconfirmedShopper(request: APIRequestContext): Promise<Shopper> {
  const shopper = newShopper()
  const attributes = signUpAttributesOf(shopper)
  await account.createUnconfirmedAccount('', { ...shopper, attributes }, { fetch: fetchWith(request) })
  return shopper
}

/** Signs in with a call, not on a page. */
export function signInByCall(request: APIRequestContext, shopper: Pick<Shopper, 'email' | 'password'>) {
  return account.signIn('', shopper, { fetch: fetchWith(request) })
}

/**
 * A `fetch` by Playwright's request context, which adds the origin of the store under test. So all
 * calls in this file have an empty origin.
 */
function fetchWith(request: APIRequestContext): NonNullable<account.StoreAccess['fetch']> {
  return async (url, { body, ...options } = { method: 'GET', headers: {}, body: '' }) => {
    const response = await request.fetch(url, { ...options, ...(body && { data: body }) })
    return new Response(await response.text(), { status: response.status() })
  }
}

/** Fills and sends the form of the sign-in page. */
export async function signIn(page: Page, { email, password }: Pick<Shopper, 'email' | 'password'>) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

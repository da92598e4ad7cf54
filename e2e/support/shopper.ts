import { randomUUID } from 'node:crypto'
import { IDENTITY_GATEWAY_BASE } from '@nashta/contracts/identity/identity-gateway'
import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import { confirmSignUp, signUp } from '@nashta/contracts/identity/user-pool'
import type { APIRequestContext, Page } from '@playwright/test'
import { signUpAttributesOf } from '../../apps/web/app/features/account/forms/sign-up-schema.ts'
import { expect } from './test.ts'

export type Shopper = ReturnType<typeof newShopper>

/** Somebody nobody has met before: all journeys share one store. */
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

/** The code of the newest mail, once there are as many as that. */
export async function mailedCode(
  request: APIRequestContext,
  email: string,
  mails = 1,
  mailbox = '/dev/mailbox',
): Promise<string> {
  let subjects: string[] = []
  await expect
    .poll(async () => {
      const answer = await request.get(`${mailbox}/messages`, { params: { to: email } })
      const { messages } = (await answer.json()) as { messages: { subject: string }[] }
      subjects = messages.map(({ subject }) => subject)
      return subjects.length
    })
    .toBeGreaterThanOrEqual(mails)
  return /\d{6}/.exec(subjects[0] ?? '')?.[0] ?? ''
}

/** A shopper whose account is confirmed, made without any page. */
export async function signedUpShopper(request: APIRequestContext, mailbox?: string): Promise<Shopper> {
  const shopper = await unconfirmedShopper(request)
  const { email } = shopper
  await callIdentity(request, confirmSignUp.target, {
    Username: email,
    ConfirmationCode: await mailedCode(request, email, 1, mailbox),
  })
  return shopper
}

export async function unconfirmedShopper(request: APIRequestContext): Promise<Shopper> {
  const shopper = newShopper()
  const attributes = Object.entries(signUpAttributesOf(shopper))
  await callIdentity(request, signUp.target, {
    Username: shopper.email,
    Password: shopper.password,
    UserAttributes: attributes.map(([Name, Value]) => ({ Name, Value })),
    ClientMetadata: { termsVersion: '2026-01-01' },
  })
  return shopper
}

/** On the page of signing in. */
export async function signIn(page: Page, { email, password }: Pick<Shopper, 'email' | 'password'>) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function callIdentity(request: APIRequestContext, target: string, data: object) {
  const answer = await request.post(IDENTITY_GATEWAY_BASE, {
    headers: {
      'content-type': IDENTITY_CONTENT_TYPE,
      [TARGET_HEADER]: target,
      'sec-fetch-site': 'same-origin',
    },
    data: JSON.stringify(data),
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

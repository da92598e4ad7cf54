import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import { secretHash } from '@nashta/identity/clients/secret-hash'
import { expect, vi } from 'vitest'

const EMAIL = 'asha@example.in'
const PASSWORD = 'marigold-tea'
const MAIL_WITHIN_MS = 10_000

type SignIn = { AuthenticationResult: { AccessToken: string } }

type Client = { clientId: string; clientSecret: string }

/** A shopper of the user pool at `url`, whose files are in `dataFolder`. */
export function shopperAt(url: string, dataFolder: string) {
  return shopperOf(url, JSON.parse(readFileSync(join(dataFolder, 'user-pool.json'), 'utf8')) as Client)
}

/** A shopper of the user pool at `url`, who comes by this client of it. */
export function shopperOf(url: string, { clientId, clientSecret }: Client) {
  async function call<Answer>(operation: string, body: object) {
    const response = await fetch(`${url}/user-pool`, {
      method: 'POST',
      headers: {
        'content-type': IDENTITY_CONTENT_TYPE,
        [TARGET_HEADER]: `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    return (await response.json()) as Answer
  }

  async function mailedCode() {
    const inbox = `${url}/dev/mailbox/messages?to=${EMAIL}`
    return vi.waitFor(async () => {
      const { messages } = (await (await fetch(inbox)).json()) as { messages: { subject: string }[] }
      const subject = messages[0]?.subject
      expect(subject).toMatch(/^\d{6} is your Nashta confirmation code$/)
      return subject?.slice(0, 6)
    }, MAIL_WITHIN_MS)
  }

  async function signedIn() {
    const SecretHash = secretHash({ username: EMAIL, clientId, clientSecret })
    const named = { ClientId: clientId, SecretHash, Username: EMAIL }
    const { UserSub } = await call<{ UserSub: string }>('SignUp', { ...named, Password: PASSWORD })
    await call('ConfirmSignUp', { ...named, ConfirmationCode: await mailedCode() })
    const { AuthenticationResult } = await call<SignIn>('InitiateAuth', {
      ClientId: clientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: EMAIL, PASSWORD, SECRET_HASH: SecretHash },
    })
    return { sub: UserSub, token: AuthenticationResult.AccessToken }
  }

  return { call, signedIn }
}

/** The Shop API at `url`, as a shopper calls it who is signed in. */
export function apiOf(url: string, token: string) {
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}${SHOP_API_BASE}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { data?: unknown; code?: string; message?: string }
    return { status: response.status, ...answer }
  }
}

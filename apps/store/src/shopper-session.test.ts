import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity-operation'
import { secretHash } from '@nashta/identity/clients/secret-hash'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startStoreProcess } from './store-process.fixture.ts'

const EMAIL = 'asha@example.in'
const PASSWORD = 'marigold-tea'

let folder: string
let store: Awaited<ReturnType<typeof startStoreProcess>>
let client: { clientId: string; clientSecret: string }
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-session-'))
  store = await startStoreProcess({ DATA_DIR: folder })
  client = JSON.parse(readFileSync(join(folder, 'user-pool.json'), 'utf8')) as typeof client
})
afterEach(async () => {
  await store.stop()
  rmSync(folder, { recursive: true })
})

async function call<Answer>(operation: string, body: object) {
  const response = await fetch(`${store.url}/user-pool`, {
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

async function codeFromMailbox() {
  const inbox = `${store.url}/dev/mailbox/messages?to=${EMAIL}`
  const subject = async () => {
    const { messages } = (await (await fetch(inbox)).json()) as { messages: { subject: string }[] }
    return messages[0]?.subject
  }
  await expect.poll(subject).toMatch(/^\d{6} is your Nashta confirmation code$/)
  return (await subject())?.slice(0, 6)
}

type SignIn = { AuthenticationResult: { AccessToken: string } }

async function signedIn() {
  const ClientId = client.clientId
  const SecretHash = secretHash({ username: EMAIL, ...client })
  const named = { ClientId, SecretHash, Username: EMAIL }
  const { UserSub } = await call<{ UserSub: string }>('SignUp', { ...named, Password: PASSWORD })
  await call('ConfirmSignUp', { ...named, ConfirmationCode: await codeFromMailbox() })
  const AuthParameters = { USERNAME: EMAIL, PASSWORD, SECRET_HASH: SecretHash }
  const { AuthenticationResult } = await call<SignIn>('InitiateAuth', {
    ClientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters,
  })
  return { sub: UserSub, token: AuthenticationResult.AccessToken }
}

it('who signs up, confirms and signs in fills a cart; after signing out the same token opens nothing', async () => {
  const { sub, token } = await signedIn()
  const { data } = (await (await fetch(`${store.url}/api/products`)).json()) as {
    data: { products_id: string }[]
  }
  const addToCart = (userId: string) =>
    fetch(`${store.url}/api/carts/${userId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ productId: data[0]?.products_id, quantity: 2 }),
    })

  const added = await addToCart(sub)
  expect(added.status).toBeLessThan(300)
  expect(await added.json()).toMatchObject({ data: { totalItems: 2 } })
  expect((await addToCart(randomUUID())).status).toBe(403)

  await call('GlobalSignOut', { AccessToken: token })
  expect((await addToCart(sub)).status).toBe(401)
})

import {
  AliasExistsException,
  CodeMismatchException,
  ExpiredCodeException,
  GetUserAttributeVerificationCodeCommand,
  GetUserCommand,
  InvalidParameterException,
  LimitExceededException,
  NotAuthorizedException,
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, describe, it, vi } from 'vitest'
import { openLocalPool } from './local-pool.fixture.ts'
import { ATTRIBUTES, attributeList, claimsOf, peopleOf } from './people.fixture.ts'
import { codeFor, HOUR, openPool, otherCode, type PoolUnderTest, unusedEmail } from './pool.fixture.ts'
import { expect } from './refusal.fixture.ts'

let pool: PoolUnderTest
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  pool = await openPool()
  people = peopleOf(pool)
})
afterAll(() => pool.close())

const TEN_MINUTES = HOUR / 6

const getUser = (AccessToken: string) => people.client.send(new GetUserCommand({ AccessToken }))

async function attributesOf(token: string) {
  const { UserAttributes = [] } = await getUser(token)
  return Object.fromEntries(UserAttributes.map(({ Name = '', Value }) => [Name, Value]))
}

const update = (AccessToken: string, attributes: Record<string, string>) =>
  people.client.send(
    new UpdateUserAttributesCommand({ AccessToken, UserAttributes: attributeList(attributes) }),
  )
const sendCode = (AccessToken: string, AttributeName = 'email') =>
  people.client.send(new GetUserAttributeVerificationCodeCommand({ AccessToken, AttributeName }))
const verify = (AccessToken: string, Code: string, AttributeName = 'email') =>
  people.client.send(new VerifyUserAttributeCommand({ AccessToken, AttributeName, Code }))

it('getuser-ok: a user reads their attributes, the sub first', async () => {
  const { sub, email, AccessToken } = await people.signedIn()
  const { Username, UserAttributes = [] } = await getUser(AccessToken)

  expect(Username).toBe(sub)
  expect(UserAttributes[0]).toEqual({ Name: 'sub', Value: sub })
  expect(await attributesOf(AccessToken)).toEqual({
    sub,
    email,
    email_verified: 'true',
    phone_number_verified: 'false',
    ...ATTRIBUTES,
  })
})

describe('getuser-bad: tokens for GetUser', () => {
  it('text that is not a token is refused', () =>
    expect(getUser('garbage')).toBeRefusedWith(NotAuthorizedException, 'Invalid Access Token'))

  it('an empty token is refused', () =>
    expect(getUser('')).toBeRefusedWith(InvalidParameterException, /at 'accessToken'/))

  it('an id token is refused', async () => {
    const { IdToken } = await people.signedIn()
    await expect(getUser(IdToken)).toBeRefusedWith(NotAuthorizedException, 'Invalid Access Token')
  })

  it('a tampered token is refused', async () => {
    const { AccessToken } = await people.signedIn()
    const [header, payload = '', signature] = AccessToken.split('.')
    const claims = { ...claimsOf(AccessToken), sub: 'another' }
    const changed = Buffer.from(JSON.stringify(claims)).toString('base64url')
    expect(changed).not.toBe(payload)
    await expect(getUser(`${header}.${changed}.${signature}`)).toBeRefusedWith(
      NotAuthorizedException,
      'Could not verify signature for Access Token',
    )
  })

  it('an expired token is refused', async ({ skip }) => {
    if (!pool.local) return skip('needs a pool whose clock the test can move')
    const { AccessToken } = await people.signedIn()
    pool.local.advance(HOUR - 1000)
    await getUser(AccessToken)
    pool.local.advance(1000)
    return expect(getUser(AccessToken)).toBeRefusedWith(NotAuthorizedException, 'Access Token has expired')
  })

  it('a token of another pool is refused', async () => {
    const otherLocal = await openLocalPool()
    const { endpoint, mailbox } = otherLocal
    const otherPool = { ...pool, endpoint, mailsTo: (email: string) => mailbox.list(email) }
    const stranger = await peopleOf(otherPool).signedIn()
    await otherLocal.close()
    await expect(getUser(stranger.AccessToken)).toBeRefusedWith(
      NotAuthorizedException,
      'Could not verify signature for Access Token',
    )
  })
})

it('getuser-forged: a token without a signature is refused', async () => {
  const { AccessToken } = await people.signedIn()
  const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  await expect(getUser(`${header}.${AccessToken.split('.')[1]}.`)).toBeRefusedWith(NotAuthorizedException)
})

it('update-ok: changed attributes appear at once, and in refreshed tokens', async () => {
  const { AccessToken, RefreshToken } = await people.signedIn()
  await update(AccessToken, { gender: 'other', given_name: 'Usha' })

  expect(await attributesOf(AccessToken)).toMatchObject({
    gender: 'other',
    given_name: 'Usha',
    family_name: 'Rao',
  })
  const { IdToken } = await people.refresh(RefreshToken)
  expect(claimsOf(IdToken)).toMatchObject({ gender: 'other', given_name: 'Usha' })
})

it('update-delete: an empty value removes an attribute', async () => {
  const { AccessToken } = await people.signedIn()
  await update(AccessToken, { gender: '' })
  expect(await attributesOf(AccessToken)).not.toHaveProperty('gender')
})

it('update-forbidden: a read-only attribute is refused, and no attribute is changed', async () => {
  const { AccessToken } = await people.signedIn()
  await expect(update(AccessToken, { given_name: 'Usha', email_verified: 'true' })).toBeRefusedWith(
    NotAuthorizedException,
    'A client attempted to write unauthorized attribute',
  )
  expect(await attributesOf(AccessToken)).toMatchObject({ given_name: 'Asha' })
})

it('the e-mail address of a user cannot be removed', async () => {
  const { AccessToken } = await people.signedIn()
  await expect(update(AccessToken, { email: '' })).toBeRefusedWith(
    InvalidParameterException,
    /email: The attribute is required/,
  )
})

it('update-email: the old address stays until the new one is verified', async () => {
  const { email, sub, AccessToken, RefreshToken } = await people.signedIn()
  const newEmail = unusedEmail('fresh')
  const { CodeDeliveryDetailsList } = await update(AccessToken, { email: newEmail })

  expect(CodeDeliveryDetailsList).toEqual([
    { Destination: 'f***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' },
  ])
  expect(await attributesOf(AccessToken)).toMatchObject({ email, email_verified: 'true' })
  expect((await people.signIn(email)).AccessToken).not.toBe('')

  const code = await codeFor(pool, newEmail)
  await expect(verify(AccessToken, otherCode(code))).toBeRefusedWith(CodeMismatchException)
  await verify(AccessToken, code)
  expect(await attributesOf(AccessToken)).toMatchObject({ email: newEmail, email_verified: 'true' })
  expect(claimsOf((await people.signIn(newEmail)).AccessToken)['sub']).toBe(sub)
  expect(claimsOf((await people.refresh(RefreshToken)).IdToken)['email']).toBe(newEmail)
  await expect(verify(AccessToken, code)).toBeRefusedWith(ExpiredCodeException)

  // The old address gets a notice that does not contain the new one.
  const notice = await vi.waitFor(async () => {
    const [newest] = await pool.mailsTo(email)
    expect(newest?.subject).toBe('Your e-mail address was changed')
    return newest
  })
  expect(notice?.text).not.toContain(newEmail)
})

it('update-email-taken: an address of another confirmed user is refused', async () => {
  const { email } = await people.confirmed()
  const { AccessToken } = await people.signedIn()
  await expect(update(AccessToken, { email: email.toUpperCase() })).toBeRefusedWith(
    AliasExistsException,
    'An account with the given email already exists.',
  )
})

it('update-email-taken: a code is refused if another user has confirmed the address meanwhile', async () => {
  const newEmail = unusedEmail()
  const { email, AccessToken } = await people.signedIn()
  await update(AccessToken, { email: newEmail })
  const code = await codeFor(pool, newEmail)
  await people.signUp(newEmail)
  await people.confirm(newEmail, await codeFor(pool, newEmail, { mailCount: 2 }))
  await expect(verify(AccessToken, code)).toBeRefusedWith(AliasExistsException)
  expect(await attributesOf(AccessToken)).toMatchObject({ email })
})

it('the owner of an address can use it although a stranger signed up with it and never confirmed', async () => {
  const newEmail = unusedEmail()
  await people.signUp(newEmail, 'Strang3r!pass')
  const { AccessToken } = await people.signedIn()
  await update(AccessToken, { email: newEmail })
  await verify(AccessToken, await codeFor(pool, newEmail, { mailCount: 2 }))
  expect(await attributesOf(AccessToken)).toMatchObject({ email: newEmail })
  await expect(people.signIn(newEmail, 'Strang3r!pass')).toBeRefusedWith(NotAuthorizedException)
})

it('a change back to the current address cancels the pending change and its code', async () => {
  const { email, AccessToken } = await people.signedIn()
  const newEmail = unusedEmail('fresh')
  await update(AccessToken, { email: newEmail })
  const code = await codeFor(pool, newEmail)
  await update(AccessToken, { email })
  await expect(verify(AccessToken, code)).toBeRefusedWith(ExpiredCodeException)
  expect(await attributesOf(AccessToken)).toMatchObject({ email, email_verified: 'true' })
})

it('a code for a new e-mail address expires after ten minutes', async ({ skip }) => {
  if (!pool.local) return skip('needs a pool whose clock the test can move')
  const { AccessToken } = await people.signedIn()
  const newEmail = unusedEmail('fresh')
  await update(AccessToken, { email: newEmail })
  const code = await codeFor(pool, newEmail)
  pool.local.advance(TEN_MINUTES)
  return expect(verify(AccessToken, code)).toBeRefusedWith(ExpiredCodeException)
})

it('a new e-mail address gets four codes an hour, and a phone number none', async () => {
  const { AccessToken } = await people.signedIn()
  const newEmail = unusedEmail('fresh')
  // The change of the address sends the first of the four codes.
  await update(AccessToken, { email: newEmail })
  for (let times = 0; times < 3; times += 1) {
    expect((await sendCode(AccessToken)).CodeDeliveryDetails?.Destination).toBe('f***@e***')
  }
  await expect(sendCode(AccessToken)).toBeRefusedWith(LimitExceededException)
  await verify(AccessToken, await codeFor(pool, newEmail, { mailCount: 4 }))
  await expect(sendCode(AccessToken, 'phone_number')).toBeRefusedWith(InvalidParameterException)
  await expect(verify(AccessToken, '123456', 'phone_number')).toBeRefusedWith(InvalidParameterException)
})

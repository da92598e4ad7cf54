import {
  CodeMismatchException,
  GetUserCommand,
  InvalidParameterException,
  InvalidPasswordException,
  LimitExceededException,
  NotAuthorizedException,
  ResourceNotFoundException,
  SignUpCommand,
  type SignUpCommandInput,
  UsernameExistsException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { ATTRIBUTES, attributeList, claimsOf, peopleOf } from './people.fixture.ts'
import { codeFor, openPool, type PoolUnderTest, PW, unusedEmail } from './pool.fixture.ts'
import { expect } from './refusal.fixture.ts'

let pool: PoolUnderTest
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  pool = await openPool()
  people = peopleOf(pool)
})
afterAll(() => pool.close())

type SignUp = Partial<SignUpCommandInput>

const signUp = (request: SignUp) =>
  people.client.send(
    new SignUpCommand({ ClientId: pool.clients.C0.id, Username: unusedEmail(), Password: PW, ...request }),
  )
const signUpWith = (attributes: Record<string, string>) =>
  signUp({ UserAttributes: attributeList(attributes) })

it('signup-ok: a new user is unconfirmed and gets one code by mail', async () => {
  const email = unusedEmail()
  const response = await signUp({
    Username: email,
    UserAttributes: attributeList({ email, ...ATTRIBUTES }),
  })

  expect(response.UserConfirmed).toBe(false)
  expect(response.UserSub).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(response.CodeDeliveryDetails).toEqual({
    Destination: 't***@e***',
    DeliveryMedium: 'EMAIL',
    AttributeName: 'email',
  })
  expect(await codeFor(pool, email)).toMatch(/^\d{6}$/)
  expect(await pool.mailsTo(email)).toHaveLength(1)
})

it('a sign-up stores the accepted terms, and accepts other metadata', async ({ skip }) => {
  const local = pool.local ?? skip('the test reads the files of the pool')
  const email = unusedEmail()
  await signUp({ Username: email, ClientMetadata: { termsVersion: '2026-01-01', campaign: 'diwali' } })
  await signUp({ Username: unusedEmail(), ClientMetadata: {} })

  const { connection } = local.pool.database
  const stored = connection.prepare('SELECT termsVersion FROM users WHERE email = ?').get(email)
  expect(stored).toEqual({ termsVersion: '2026-01-01' })
})

it('signup-dup-unconfirmed: a second sign-up replaces an unconfirmed user', async () => {
  const { email, sub, code } = await people.signedUp(unusedEmail(), 'Strang3r!pass')
  const { UserSub } = await signUp({ Username: email })
  expect(UserSub).not.toBe(sub)
  const fresh = await codeFor(pool, email, { mailCount: 2 })
  // Two random codes are equal once in a million runs.
  if (code !== fresh) await expect(people.confirm(email, code)).toBeRefusedWith(CodeMismatchException)
  await expect(people.signIn(email, 'Strang3r!pass')).toBeRefusedWith(NotAuthorizedException)
})

it('signup-dup: a confirmed address is taken, in upper and in lower case', async () => {
  const { email } = await people.confirmed()
  for (const name of [email, email.toUpperCase()]) {
    await expect(signUp({ Username: name, Password: 'An0ther!pass' })).toBeRefusedWith(
      UsernameExistsException,
      'An account with the given email already exists.',
    )
  }
  expect(await pool.mailsTo(email)).toHaveLength(1)
  expect((await people.signIn(email)).AccessToken).not.toBe('')
})

it('signup-not-email: a user name that is not an e-mail is refused', async () => {
  await expect(signUp({ Username: 'bob' })).toBeRefusedWith(
    InvalidParameterException,
    'Username should be an email.',
  )
})

it('signup-short: a short password is refused', async () => {
  await expect(signUp({ Password: 'Ab1!' })).toBeRefusedWith(
    InvalidPasswordException,
    'Password did not conform with policy: Password not long enough',
  )
})

it.each([
  ['str0ng!pass', 'uppercase'],
  ['STR0NG!PASS', 'lowercase'],
  ['Strong!pass', 'numeric'],
  ['Str0ngpass', 'symbol'],
])(
  'signup-classes: the password %s is refused, because it has no %s characters',
  async (password, missing) => {
    await expect(signUp({ Password: password })).toBeRefusedWith(
      InvalidPasswordException,
      `Password did not conform with policy: Password must have ${missing} characters`,
    )
  },
)

it('signup-space-password: a password with a space is refused, and no user is created', async () => {
  const email = unusedEmail()
  await expect(signUp({ Username: email, Password: ` ${PW}` })).toBeRefusedWith(
    InvalidParameterException,
    /^1 validation error detected: Value at 'password' failed to satisfy constraint: /,
  )
  await expect(people.signIn(email)).toBeRefusedWith(UserNotFoundException)
})

it('signup-pw-257: a password of 257 characters is refused', async () => {
  await expect(signUp({ Password: `Aa1!${'x'.repeat(253)}` })).toBeRefusedWith(InvalidParameterException)
})

it.each(['9876543210', '+91 98765', '+0123456789'])(
  'signup-phone: %s is not a phone number',
  async (phone) => {
    await expect(signUpWith({ phone_number: phone })).toBeRefusedWith(
      InvalidParameterException,
      'Invalid phone number format.',
    )
  },
)

it.each(['1990-2-28', '1990-02-30', '2999-01-01', '1850-01-01', '28-02-1990', '1990-02-28x'])(
  'signup-birthdate: %s is not a birth date',
  async (birthdate) => {
    await expect(signUpWith({ birthdate })).toBeRefusedWith(InvalidParameterException, /birthdate/)
  },
)

it('signup-unknown-attr: an unknown attribute is refused', async () => {
  await expect(signUpWith({ 'custom:nope': 'x' })).toBeRefusedWith(
    InvalidParameterException,
    'Attributes did not conform to the schema: custom:nope: Attribute does not exist in the schema.',
  )
})

it.each(['email_verified', 'phone_number_verified', 'sub'])(
  'signup-verified-flag: a sign-up that sets %s is refused, and no user is created',
  async (name) => {
    const email = unusedEmail()
    await expect(
      signUp({ Username: email, UserAttributes: [{ Name: name, Value: 'true' }] }),
    ).toBeRefusedWith(NotAuthorizedException, 'A client attempted to write unauthorized attribute')
    await expect(people.signIn(email)).toBeRefusedWith(UserNotFoundException)
  },
)

it('signup-unknown-client: an unknown client is refused', async () => {
  await expect(signUp({ ClientId: 'nope' })).toBeRefusedWith(
    ResourceNotFoundException,
    'User pool client nope does not exist.',
  )
})

it('signup-missing-fields: every missing member is reported', async () => {
  const empty = new SignUpCommand({ ClientId: undefined, Username: undefined })
  await expect(people.client.send(empty)).toBeRefusedWith(
    InvalidParameterException,
    /^3 validation errors detected: Value null at 'clientId' failed to satisfy constraint: Member must not be null; /,
  )
})

it('wire-utf8: names in any script are stored and returned unchanged', async () => {
  const email = unusedEmail()
  const names = { given_name: 'ज़ोया', family_name: '🍩 Rao', name: 'ज़ोया 🍩 Rao' }
  await signUp({ Username: email, UserAttributes: attributeList(names) })
  await people.confirm(email, await codeFor(pool, email))
  const { AccessToken, IdToken } = await people.signIn(email)

  const { UserAttributes = [] } = await people.client.send(new GetUserCommand({ AccessToken }))
  expect(UserAttributes).toEqual(expect.arrayContaining(attributeList(names)))
  expect(claimsOf(IdToken)).toMatchObject(names)
})

describe('wire-proto: attributes with the names of object members', () => {
  it.each(['__proto__', 'constructor', 'toString'])('an attribute named %s is refused', async (name) => {
    await expect(signUp({ UserAttributes: [{ Name: name, Value: 'x' }] })).toBeRefusedWith(
      InvalidParameterException,
    )
  })
})

it('race-signup: of twenty concurrent sign-ups four send a mail, and one of the four codes works', async () => {
  const email = unusedEmail()
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => signUp({ Username: email })))

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(LimitExceededException)
  }
  await codeFor(pool, email, { mailCount: 4 })
  const mails = await pool.mailsTo(email)
  expect(mails).toHaveLength(4)
  const codes = new Set(mails.map(({ subject }) => /\d{6}/.exec(subject)?.[0] ?? ''))
  const confirmed = await Promise.allSettled([...codes].map((code) => people.confirm(email, code)))
  expect(confirmed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('an address is stored as typed, with its capital letters', async () => {
  const email = unusedEmail('Test').replace('example', 'Example')
  const person = await people.signedIn(email)
  expect(claimsOf(person.IdToken)['email']).toBe(email)
})

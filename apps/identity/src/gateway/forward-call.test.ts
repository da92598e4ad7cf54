import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { secretHash } from '../clients/app-client.ts'
import { CLIENT, errorResponse, openGateway } from './gateway.fixture.ts'

let gateway: Awaited<ReturnType<typeof openGateway>>
beforeEach(async () => {
  gateway = await openGateway()
})
afterEach(() => gateway.close())

const Username = 'asha@example.in'
const SecretHash = secretHash({ username: Username, clientId: CLIENT.id, clientSecret: CLIENT.secret })
/** Fields that a page must not be able to set. */
const FOREIGN = { ClientId: 'foreign', SecretHash: 'foreign', ClientSecret: 'foreign', UserPoolId: 'foreign' }
const AccessToken = 'access-token'

describe('a call that needs a hash of the client secret', () => {
  it.each([
    ['ConfirmSignUp', { ConfirmationCode: '123456' }],
    ['ResendConfirmationCode', {}],
    ['ForgotPassword', {}],
    ['ConfirmForgotPassword', { ConfirmationCode: '123456', Password: 'pass-word' }],
  ])(
    "%s %j is forwarded with the store's client id and hash, whatever the page sends",
    async (name, fields) => {
      const response = await gateway.call(name, { ...fields, Username, ForceAliasCreation: true, ...FOREIGN })

      expect(response.statusCode).toBe(200)
      expect(gateway.poolCalls).toEqual([
        {
          target: `AWSCognitoIdentityProviderService.${name}`,
          body: { ...fields, Username, ClientId: CLIENT.id, SecretHash },
        },
      ])
    },
  )
})

it('a page cannot set the device token, or metadata that its contract does not list', async () => {
  const deviceToken = 'd'.repeat(22)
  const ClientMetadata = { deviceToken: 'foreign', other: 'foreign' }
  await gateway.call(
    'ForgotPassword',
    { Username, ClientMetadata },
    { cookie: `nashta-device=${deviceToken}` },
  )
  expect(gateway.poolCalls.map(({ body }) => body['ClientMetadata'])).toEqual([{ deviceToken }])
})

describe('signing up', () => {
  const device = 'd'.repeat(22)

  it.each([
    [undefined, expect.stringMatching(/^[\w-]{22}$/)],
    ['nashta-device=nonsense', expect.stringMatching(/^[\w-]{22}$/)],
    [`nashta-device=${device}`, device],
  ])(
    'a sign-up with the cookie %s sends a device token, and stores it in the cookie',
    async (cookie, deviceToken) => {
      const fields = { Password: 'pass-word', UserAttributes: [{ Name: 'email', Value: Username }] }
      const response = await gateway.call(
        'SignUp',
        {
          ...fields,
          Username,
          ClientMetadata: { termsVersion: '2026-01-01', deviceToken: 'foreign' },
          ...FOREIGN,
        },
        cookie === undefined ? {} : { cookie },
      )
      const ClientMetadata = { termsVersion: '2026-01-01', deviceToken }
      expect(gateway.poolCalls).toMatchObject([
        { body: { ...fields, Username, ClientId: CLIENT.id, SecretHash, ClientMetadata } },
      ])
      expect(response.headers['set-cookie']).toMatch(
        /^nashta-device=[\w-]{22}; Max-Age=34560000; Path=\/identity; HttpOnly; SameSite=Strict$/,
      )
    },
  )

  it('a refused sign-up stores no cookie', async () => {
    gateway.poolResponses.set('SignUp', errorResponse('UsernameExistsException', 'taken'))
    const response = await gateway.call('SignUp', { Username, Password: 'pass-word' })
    expect(response.headers).not.toHaveProperty('set-cookie')
  })
})

describe('a call with an access token', () => {
  it.each([
    ['GetUser', {}],
    ['UpdateUserAttributes', { UserAttributes: [{ Name: 'given_name', Value: 'Asha' }] }],
    ['GetUserAttributeVerificationCode', { AttributeName: 'email' }],
    ['VerifyUserAttribute', { AttributeName: 'email', Code: '123456' }],
    ['ChangePassword', { PreviousPassword: 'old-word', ProposedPassword: 'new-word' }],
    ['GlobalSignOut', {}],
    ['DeleteUser', {}],
  ])('%s %j is forwarded without the fields that its contract does not list', async (name, fields) => {
    await gateway.call(name, { ...fields, AccessToken, ...FOREIGN })
    expect(gateway.poolCalls).toEqual([
      { target: `AWSCognitoIdentityProviderService.${name}`, body: { ...fields, AccessToken } },
    ])
  })
})

const CLEARED_COOKIE =
  'nashta-refresh=; Max-Age=0; Path=/identity; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict'
/** `c3Vi` is the user name `sub` in base64url. */
const cookie = 'nashta-refresh=c3Vi.1.refresh-token'

describe('a call that ends every session', () => {
  it.each(['GlobalSignOut', 'DeleteUser'])('%s clears the cookie and the cache', async (name) => {
    // The pool's response to DeleteUser has no body.
    gateway.poolResponses.set('DeleteUser', { body: '' })
    const response = await gateway.call(name, { AccessToken }, { cookie })

    expect(response.statusCode).toBe(200)
    expect(response.headers['set-cookie']).toBe(CLEARED_COOKIE)
    expect(response.headers['clear-site-data']).toBe('"cache"')
  })

  it.each(['GlobalSignOut', 'DeleteUser'])('a refused %s leaves the cookie', async (name) => {
    const refusal = errorResponse('NotAuthorizedException', 'Access Token has expired')
    gateway.poolResponses.set(name, refusal)
    const response = await gateway.call(name, { AccessToken }, { cookie })

    expect(response.statusCode).toBe(400)
    expect(response.headers).not.toHaveProperty('set-cookie')
  })
})

describe('signing out', () => {
  it('revokes the session of the cookie without an access token, and clears cookie and cache', async () => {
    const response = await gateway.call('RevokeToken', { Token: 'foreign', ...FOREIGN }, { cookie })

    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({})
    expect(gateway.poolCalls).toEqual([
      {
        target: 'AWSCognitoIdentityProviderService.RevokeToken',
        body: { Token: 'refresh-token', ClientId: CLIENT.id, ClientSecret: CLIENT.secret },
      },
    ])
    expect(response.headers['set-cookie']).toBe(CLEARED_COOKIE)
    expect(response.headers['clear-site-data']).toBe('"cache"')
  })

  it('clears the secure cookie over https', async () => {
    const otherGateway = await openGateway({ https: true })
    const response = await otherGateway.call('RevokeToken', {}, { cookie })
    const clearedSecureCookie = CLEARED_COOKIE.replace('HttpOnly;', 'HttpOnly; Secure;')
    expect(response.headers['set-cookie']).toBe(clearedSecureCookie)
    await otherGateway.close()
  })

  it('works without a session, and does not call the pool', async () => {
    const response = await gateway.call('RevokeToken', { Token: 'of-another' })

    expect(response.statusCode).toBe(200)
    expect(response.headers['set-cookie']).toBe(CLEARED_COOKIE)
    expect(gateway.poolCalls).toEqual([])
  })

  it('clears the cookie even when the pool is unreachable', async () => {
    await gateway.closePool()
    const response = await gateway.call('RevokeToken', {}, { cookie })

    expect(response.statusCode).toBe(503)
    expect(response.headers['set-cookie']).toBe(CLEARED_COOKIE)
  })

  it('has no rate limit', async () => {
    for (let times = 0; times < 200; times += 1) {
      expect((await gateway.call('RevokeToken', {})).statusCode).toBe(200)
    }
  })
})

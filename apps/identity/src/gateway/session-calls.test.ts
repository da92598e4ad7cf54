import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { secretHash } from '../clients/app-client.ts'
import { knownDeviceOf } from '../devices/device-token.ts'
import {
  CLIENT,
  cookieOf,
  errorResponse,
  openGateway,
  passwordRequest,
  refreshRequest,
  REFRESH_TOKEN,
  signInResponse,
  SUB,
} from './gateway.fixture.ts'

let gateway: Awaited<ReturnType<typeof openGateway>>
beforeEach(async () => {
  gateway = await openGateway()
})
afterEach(() => gateway.close())

const hash = (username: string) => secretHash({ username, clientId: CLIENT.id, clientSecret: CLIENT.secret })
const setCookies = ({ headers }: { headers: Record<string, unknown> }) => [headers['set-cookie']].flat()
const ENCODED_SUB = Buffer.from(SUB).toString('base64url')

describe('signing in', () => {
  it('forwards the client id, its secret hash and the parameters, and nothing else that the page sent', async () => {
    await gateway.call('InitiateAuth', {
      ...passwordRequest('Asha@example.in', 'pass-word'),
      ClientId: 'foreign',
      Session: 'foreign',
      AuthParameters: { USERNAME: 'Asha@example.in', PASSWORD: 'pass-word', SECRET_HASH: 'foreign', X: 'y' },
    })

    expect(gateway.poolCalls).toEqual([
      {
        target: 'AWSCognitoIdentityProviderService.InitiateAuth',
        body: {
          AuthFlow: 'USER_PASSWORD_AUTH',
          ClientId: CLIENT.id,
          AuthParameters: {
            USERNAME: 'Asha@example.in',
            PASSWORD: 'pass-word',
            SECRET_HASH: hash('Asha@example.in'),
          },
          ClientMetadata: { rememberMe: 'false' },
        },
      },
    ])
  })

  it('sends the device name of the user agent to the pool, and ignores the name that the page sends', async () => {
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' }
    const body = {
      ...passwordRequest('a@b.in', 'pass-word'),
      ClientMetadata: { device: 'a lie', rememberMe: 'true' },
    }
    await gateway.call('InitiateAuth', body, { headers })
    expect(gateway.poolCalls[0]?.body['ClientMetadata']).toEqual({
      device: 'Firefox on Linux',
      rememberMe: 'true',
    })
  })

  it('a challenge goes to the page as it is, and no cookie is set', async () => {
    const challenge = {
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      ChallengeParameters: {},
      Session: 's'.repeat(43),
    }
    gateway.poolResponses.set('InitiateAuth', { body: JSON.stringify(challenge) })
    const response = await gateway.call('InitiateAuth', passwordRequest('a@b.in', 'pass-word'))
    expect(response.json()).toEqual(challenge)
    expect(response.headers['set-cookie']).toBeUndefined()
  })

  it('the response to a challenge gets the secret hash, and its refresh token becomes the cookie', async () => {
    gateway.poolResponses.set('RespondToAuthChallenge', signInResponse())
    const response = await gateway.call('RespondToAuthChallenge', {
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      ClientId: 'foreign',
      Session: 'session',
      ChallengeResponses: { USERNAME: 'a@b.in', SOFTWARE_TOKEN_MFA_CODE: '123456', SECRET_HASH: 'x', Y: 'z' },
      ClientMetadata: { rememberMe: 'true' },
    })
    expect(gateway.poolCalls.map(({ body }) => body)).toEqual([
      {
        ChallengeName: 'SOFTWARE_TOKEN_MFA',
        ClientId: CLIENT.id,
        Session: 'session',
        ChallengeResponses: {
          USERNAME: 'a@b.in',
          SOFTWARE_TOKEN_MFA_CODE: '123456',
          SECRET_HASH: hash('a@b.in'),
        },
        ClientMetadata: { rememberMe: 'true' },
      },
    ])
    expect(response.body).not.toContain(REFRESH_TOKEN)
    const cookies = [response.headers['set-cookie']].flat()
    expect(cookies.join()).toContain(`${ENCODED_SUB}.1.${REFRESH_TOKEN}; Max-Age=`)
    expect(cookies.join()).toContain('nashta-device=')
  })

  it('a sign-in ends the old session of the browser, and a refused sign-in does not', async () => {
    const cookie = cookieOf(await gateway.call('InitiateAuth', passwordRequest('a@b.in', 'pass-word')))
    gateway.poolResponses.set(
      'InitiateAuth',
      errorResponse('NotAuthorizedException', 'Incorrect username or password.'),
    )
    await gateway.call('InitiateAuth', passwordRequest('a@b.in', 'wrong'), { cookie })
    expect(gateway.poolCalls).toHaveLength(2)

    gateway.poolResponses.set('InitiateAuth', signInResponse('another'))
    // The shopper is signed in, whether or not the old session could be ended.
    gateway.poolResponses.set('RevokeToken', { status: 500, body: '{}' })
    const response = await gateway.call('InitiateAuth', passwordRequest('a@b.in', 'pass-word'), { cookie })
    expect(response.statusCode).toBe(200)
    expect(gateway.poolCalls.at(-1)).toMatchObject({
      target: 'AWSCognitoIdentityProviderService.RevokeToken',
      body: { Token: REFRESH_TOKEN },
    })
  })

  it('removes the refresh token from the response', async () => {
    const response = await gateway.call('InitiateAuth', passwordRequest('asha@example.in', 'pass-word'))

    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toContain('application/x-amz-json-1.1')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.body).not.toContain(REFRESH_TOKEN)
    const { AuthenticationResult } = JSON.parse(signInResponse().body)
    const { RefreshToken: _refreshToken, ...tokens } = AuthenticationResult
    expect(response.json()).toEqual({ ChallengeParameters: {}, AuthenticationResult: tokens })
  })

  it.each([
    ['http', 'true', `; Max-Age=2592000; Path=/identity; HttpOnly; SameSite=Strict`],
    ['http', 'false', `; Path=/identity; HttpOnly; SameSite=Strict`],
    ['http', undefined, `; Path=/identity; HttpOnly; SameSite=Strict`],
    ['https', 'true', `; Max-Age=2592000; Path=/identity; HttpOnly; Secure; SameSite=Strict`],
    ['https', undefined, `; Path=/identity; HttpOnly; Secure; SameSite=Strict`],
  ] as const)('over %s, with "Remember me" %s, sets a cookie%s', async (scheme, remember, attributes) => {
    const otherGateway = await openGateway({
      https: scheme === 'https',
      publicUrl: `${scheme}://snacks.example`,
    })
    const response = await otherGateway.call(
      'InitiateAuth',
      passwordRequest('asha@example.in', 'pass-word', { rememberMe: remember }),
    )
    const value = `${ENCODED_SUB}.${remember === 'true' ? 1 : 0}.${REFRESH_TOKEN}`

    expect(setCookies(response)[0]).toBe(`nashta-refresh=${value}${attributes}`)
    await otherGateway.close()
  })

  it('makes the browser a known device of this account, and of no other', async () => {
    const first = await gateway.call('InitiateAuth', passwordRequest('Asha@example.in', 'pass-word'))
    const [, deviceCookie] = setCookies(first)
    expect(deviceCookie).toMatch(
      /^nashta-device=[\w-]{22}\.[\w-]{22}; Max-Age=34560000; Path=\/identity; HttpOnly; SameSite=Strict$/,
    )
    const token = /=([^;]+)/.exec(String(deviceCookie))?.[1] ?? ''
    const clientSecret = CLIENT.secret
    const deviceOf = (username: string) => knownDeviceOf(token, { clientSecret, username })
    expect(deviceOf('asha@example.in')).not.toBeNull()
    expect(deviceOf('ravi@example.in')).toBeNull()

    await gateway.call('InitiateAuth', passwordRequest('ravi@example.in', 'x'), {
      cookie: `nashta-device=${token}`,
    })
    expect(gateway.poolCalls.at(-1)?.body).toMatchObject({ ClientMetadata: { deviceToken: token } })
  })

  it('forwards an error response unchanged, and sets no cookie', async () => {
    const poolResponse = errorResponse('NotAuthorizedException', 'Incorrect username or password.')
    gateway.poolResponses.set('InitiateAuth', {
      ...poolResponse,
      headers: { ...poolResponse.headers, 'x-amzn-requestid': 'r-1' },
    })
    const wrong = await gateway.call('InitiateAuth', passwordRequest('asha@example.in', 'wrong'))
    const unknown = await gateway.call('InitiateAuth', passwordRequest('nobody@example.in', 'wrong'))

    for (const response of [wrong, unknown]) {
      expect(response.statusCode).toBe(400)
      expect(response.body).toBe(poolResponse.body)
      expect(response.headers).toMatchObject({ ...poolResponse.headers, 'x-amzn-requestid': 'r-1' })
      expect(response.headers).not.toHaveProperty('set-cookie')
    }
  })

  it('forwards a challenge of an unknown kind unchanged', async () => {
    gateway.poolResponses.set('InitiateAuth', { body: '{"ChallengeName":"SMS_MFA","Session":"s"}' })
    const response = await gateway.call('InitiateAuth', passwordRequest('asha@example.in', 'pass-word'))
    expect(response.body).toBe('{"ChallengeName":"SMS_MFA","Session":"s"}')
  })

  it('forwards a missing user name, or one that is not text, without a hash', async () => {
    await gateway.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: null })
    await gateway.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: [7] } })
    const parameters = gateway.poolCalls.map(({ body }) => body['AuthParameters'])
    expect(parameters).toEqual([{}, { USERNAME: [7] }])
  })

  it.each(['USER_SRP_AUTH', 'ADMIN_NO_SRP_AUTH', 'CUSTOM_AUTH', undefined])(
    'does not forward the flow %s',
    async (AuthFlow) => {
      const response = await gateway.call('InitiateAuth', { AuthFlow, AuthParameters: {} })
      expect(response.json()).toMatchObject({ __type: 'InvalidParameterException' })
      expect(gateway.poolCalls).toEqual([])
    },
  )
})

it('the gateway sends no hash for a client without a secret', async () => {
  const otherGateway = await openGateway({ client: { id: 'public' } })
  await otherGateway.call('InitiateAuth', passwordRequest('asha@example.in', 'pass-word'))
  await otherGateway.call('ForgotPassword', { Username: 'asha@example.in' })

  expect(otherGateway.poolCalls.map(({ body }) => body)).toEqual([
    {
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: 'public',
      AuthParameters: { USERNAME: 'asha@example.in', PASSWORD: 'pass-word' },
      ClientMetadata: { rememberMe: 'false' },
    },
    { ClientId: 'public', Username: 'asha@example.in' },
  ])
  await otherGateway.close()
})

describe('refreshing', () => {
  const cookie = `nashta-refresh=${ENCODED_SUB}.1.${REFRESH_TOKEN}`

  it('reads the token and the user name for the secret hash from the cookie only', async () => {
    const signIn = await gateway.call(
      'InitiateAuth',
      passwordRequest('asha@example.in', 'pass-word', { rememberMe: 'true' }),
    )
    expect(cookieOf(signIn)).toBe(cookie)
    gateway.poolResponses.set('InitiateAuth', {
      body: '{"AuthenticationResult":{"AccessToken":"new","IdToken":"new","ExpiresIn":3600}}',
    })
    const response = await gateway.call(
      'InitiateAuth',
      { ...refreshRequest, AuthParameters: { REFRESH_TOKEN: 'foreign', SECRET_HASH: 'foreign' } },
      { cookie },
    )

    expect(response.json()).toEqual({
      AuthenticationResult: { AccessToken: 'new', IdToken: 'new', ExpiresIn: 3600 },
    })
    expect(response.headers).not.toHaveProperty('set-cookie')
    expect(gateway.poolCalls.at(-1)?.body).toEqual({
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      ClientId: CLIENT.id,
      AuthParameters: { REFRESH_TOKEN, SECRET_HASH: hash(SUB) },
    })
  })

  it('puts the new token of a pool that rotates refresh tokens into the cookie', async () => {
    gateway.poolResponses.set('InitiateAuth', signInResponse('next-token'))
    const response = await gateway.call('InitiateAuth', refreshRequest, { cookie })

    expect(response.body).not.toContain('next-token')
    expect(response.headers['set-cookie']).toBe(
      `nashta-refresh=${ENCODED_SUB}.1.next-token; Max-Age=2592000; Path=/identity; HttpOnly; SameSite=Strict`,
    )
  })

  it('puts the new token into a session cookie when "Remember me" was not ticked', async () => {
    gateway.poolResponses.set('InitiateAuth', signInResponse('next-token'))
    const response = await gateway.call('InitiateAuth', refreshRequest, {
      cookie: cookie.replace('.1.', '.0.'),
    })
    expect(response.headers['set-cookie']).toBe(
      `nashta-refresh=${ENCODED_SUB}.0.next-token; Path=/identity; HttpOnly; SameSite=Strict`,
    )
  })

  it('reports a pool without a response body as unreachable, and keeps the cookie', async () => {
    gateway.poolResponses.set('InitiateAuth', { body: '' })
    const response = await gateway.call('InitiateAuth', refreshRequest, { cookie })
    expect(response.statusCode).toBe(503)
    expect(response.headers).not.toHaveProperty('set-cookie')
  })

  it('clears the cookie of a session that has ended', async () => {
    const refusal = errorResponse('NotAuthorizedException', 'Refresh Token has been revoked')
    gateway.poolResponses.set('InitiateAuth', refusal)
    const response = await gateway.call('InitiateAuth', refreshRequest, { cookie })

    expect(response.statusCode).toBe(400)
    expect(response.headers['set-cookie']).toMatch(
      /^nashta-refresh=; .*Path=\/identity; Expires=Thu, 01 Jan 1970/,
    )
  })

  it('keeps the cookie when the pool is busy', async () => {
    const refusal = errorResponse('TooManyRequestsException', 'Rate exceeded')
    gateway.poolResponses.set('InitiateAuth', refusal)
    const response = await gateway.call('InitiateAuth', refreshRequest, { cookie })

    expect(response.json()).toMatchObject({ __type: 'TooManyRequestsException' })
    expect(response.headers).not.toHaveProperty('set-cookie')
  })

  it.each([
    '',
    'nashta-refresh=',
    'nashta-refresh=nonsense',
    cookie.replace('.1.', '.2.'),
    // A line break in the token.
    `${cookie}%0Ac`,
    cookie.replace('nashta-refresh', 'other'),
  ])('is refused with the cookie "%s", without a call of the pool', async (wrong) => {
    const response = await gateway.call('InitiateAuth', refreshRequest, { cookie: wrong })
    expect(response.json()).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Invalid Refresh Token.',
    })
    expect(gateway.poolCalls).toEqual([])
  })
})

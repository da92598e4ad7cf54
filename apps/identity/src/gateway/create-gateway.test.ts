import { IDENTITY_CONTENT_TYPE } from '@nashta/contracts/identity/identity-operation'
import { identityErrorSchema } from '@nashta/contracts/identity/user-pool'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  CLIENT,
  cookieOf,
  errorResponse,
  openGateway,
  passwordRequest,
  refreshRequest,
  REFRESH_TOKEN,
} from './gateway.fixture.ts'
import { fetchPoolAt } from './pool-connection.ts'

let opened: Awaited<ReturnType<typeof openGateway>>
beforeEach(async () => {
  opened = await openGateway()
})
afterEach(() => opened.close())

it.each([
  'AdminAddUserToGroup',
  'AdminInitiateAuth',
  'AdminDisableUser',
  'CreateGroup',
  'ListUsers',
  'AdminSetUserMFAPreference',
  'GetTokensFromRefreshToken',
  'constructor',
  '__proto__',
  '',
])('the gateway does not forward %s', async (name) => {
  const response = await opened.call(name, { UserPoolId: 'x', Username: 'asha@example.in' })

  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ __type: 'UnknownOperationException' })
  expect(opened.poolCalls).toEqual([])
})

const target = { 'x-amz-target': 'AWSCognitoIdentityProviderService.GetUser' }
const type = { 'content-type': IDENTITY_CONTENT_TYPE }

describe('the gateway sends an error response of the protocol', () => {
  it.each([
    ['no target', { method: 'POST', headers: type, payload: '{}' }, 400, 'UnknownOperationException'],
    [
      'a target of another service',
      {
        method: 'POST',
        headers: { ...type, 'x-amz-target': 'AWSCognitoIdentityService.GetId' },
        payload: '{}',
      },
      400,
      'UnknownOperationException',
    ],
    [
      'bad JSON',
      { method: 'POST', headers: { ...type, ...target }, payload: '{bad' },
      400,
      'SerializationException',
    ],
    [
      'a list as its body',
      { method: 'POST', headers: { ...type, ...target }, payload: '[]' },
      400,
      'SerializationException',
    ],
    ['no body', { method: 'POST', headers: { ...type, ...target } }, 400, 'SerializationException'],
    [
      'a body that sets __proto__',
      { method: 'POST', headers: { ...type, ...target }, payload: '{"__proto__":{"x":1}}' },
      400,
      'SerializationException',
    ],
    [
      'a body of more than 64 KiB',
      { method: 'POST', headers: { ...type, ...target }, payload: JSON.stringify({ a: 'x'.repeat(70_000) }) },
      413,
      'RequestEntityTooLargeException',
    ],
    ['GET', { method: 'GET' }, 405, 'UnknownOperationException'],
    ['PUT', { method: 'PUT', headers: type, payload: '{}' }, 405, 'UnknownOperationException'],
    ['DELETE', { method: 'DELETE' }, 405, 'UnknownOperationException'],
    ['OPTIONS', { method: 'OPTIONS' }, 405, 'UnknownOperationException'],
    [
      'a path below that of the gateway',
      { method: 'POST', url: '/identity/x', headers: type, payload: '{}' },
      404,
      'UnknownOperationException',
    ],
  ] as const)('to a request with %s', async (_what, request, status, kind) => {
    const response = await opened.gateway.inject({ url: '/identity', ...request })

    expect(response.statusCode).toBe(status)
    expect(response.headers['content-type']).toContain(IDENTITY_CONTENT_TYPE)
    expect(response.headers['x-amzn-errortype']).toBe(`${kind}:`)
    expect(response.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(response.headers['cache-control']).toBe('no-store')
    expect(identityErrorSchema.parse(response.json())).toMatchObject({ __type: kind })
    expect(opened.poolCalls).toEqual([])
  })
})

it('the gateway responds at its path with and without a trailing slash', async () => {
  for (const url of ['/identity', '/identity/']) {
    const response = await opened.gateway.inject({
      method: 'POST',
      url,
      headers: { ...type, ...target },
      payload: '{"AccessToken":"t"}',
    })
    expect(response.statusCode).toBe(200)
  }
})

describe('an unreachable pool', () => {
  it('is reported with 503 and the seconds until a retry, not as a refusal', async () => {
    await opened.closePool()
    const response = await opened.call('GetUser', { AccessToken: 't' })

    expect(response).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
    expect(response.json()).toEqual({
      __type: 'InternalErrorException',
      message: 'Accounts are away for a moment; please try again',
    })
  })

  it('is reported with 503 also when a proxy responds with its own error page', async () => {
    const proxy = Fastify()
    proxy.post('/', (_request, reply) => reply.code(502).type('text/html').send('<html>Bad gateway</html>'))
    proxy.addContentTypeParser(
      IDENTITY_CONTENT_TYPE,
      { parseAs: 'string' },
      proxy.getDefaultJsonParser('error', 'error'),
    )
    const otherGateway = await openGateway({
      fetchPool: fetchPoolAt(await proxy.listen({ host: '127.0.0.1', port: 0 })),
    })
    const response = await otherGateway.call('GetUser', { AccessToken: 't' })

    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({ __type: 'InternalErrorException' })
    await Promise.all([proxy.close(), otherGateway.close()])
  })
})

it('the gateway logs its errors, and never a password, a token, a code or a name', async () => {
  const { call } = opened
  const secrets = [
    'Canary-pass-1',
    'canary@example.in',
    '271828',
    REFRESH_TOKEN,
    CLIENT.secret,
    'canary-access',
  ]
  const signIn = passwordRequest('canary@example.in', 'Canary-pass-1', { rememberMe: 'true' })
  const cookie = cookieOf(await call('InitiateAuth', signIn))
  const fromOtherSite = { headers: { 'sec-fetch-site': 'cross-site' } }
  const callAll = async () => {
    await call('InitiateAuth', signIn)
    await call('InitiateAuth', refreshRequest, { cookie })
    await call('ConfirmSignUp', { Username: 'canary@example.in', ConfirmationCode: '271828' })
    await call('ChangePassword', { AccessToken: 'canary-access', ProposedPassword: 'Canary-pass-1' })
    await call('GetUser', { AccessToken: 'canary-access' }, fromOtherSite)
    await call('RevokeToken', {}, { cookie })
  }
  await callAll()
  opened.poolResponses.set(
    'InitiateAuth',
    errorResponse('NotAuthorizedException', 'Incorrect username or password.'),
  )
  // The rate limits do not allow so many calls.
  for (let times = 0; times < 25; times += 1) await callAll()
  // An hour later the limits allow calls again, but the pool is closed.
  opened.clock.now += 3_600_000
  await opened.closePool()
  await callAll()

  const log = opened.logLines.join('')
  for (const event of ['refused a page of another site', 'too many attempts', 'request failed']) {
    expect(log).toContain(event)
  }
  for (const secret of secrets) expect(log).not.toContain(secret)
})

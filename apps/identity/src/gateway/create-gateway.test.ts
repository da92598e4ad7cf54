import { IDENTITY_CONTENT_TYPE } from '@nashta/contracts/identity/identity-operation'
import { identityErrorSchema } from '@nashta/contracts/identity/user-pool'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  CLIENT,
  cookieOf,
  openGateway,
  passwordRequest,
  refreshRequest,
  REFRESH_TOKEN,
  refused,
} from './gateway.fixture.ts'
import { fetchPoolAt } from './pool-connection.ts'

let open: Awaited<ReturnType<typeof openGateway>>
beforeEach(async () => {
  open = await openGateway()
})
afterEach(() => open.close())

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
  const response = await open.call(name, { UserPoolId: 'x', Username: 'asha@example.in' })

  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ __type: 'UnknownOperationException' })
  expect(open.calls).toEqual([])
})

const target = { 'x-amz-target': 'AWSCognitoIdentityProviderService.GetUser' }
const type = { 'content-type': IDENTITY_CONTENT_TYPE }

describe('a bad request gets an error response of the protocol', () => {
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
      'a list',
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
  ] as const)('%s', async (_what, request, status, kind) => {
    const response = await open.gateway.inject({ url: '/identity', ...request })

    expect(response.statusCode).toBe(status)
    expect(response.headers['content-type']).toContain(IDENTITY_CONTENT_TYPE)
    expect(response.headers['x-amzn-errortype']).toBe(`${kind}:`)
    expect(response.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(response.headers['cache-control']).toBe('no-store')
    expect(identityErrorSchema.parse(response.json())).toMatchObject({ __type: kind })
    expect(open.calls).toEqual([])
  })
})

it('the gateway responds at its path with and without a trailing slash', async () => {
  for (const url of ['/identity', '/identity/']) {
    const response = await open.gateway.inject({
      method: 'POST',
      url,
      headers: { ...type, ...target },
      payload: '{"AccessToken":"t"}',
    })
    expect(response.statusCode).toBe(200)
  }
})

describe('an unreachable pool', () => {
  it('is reported with 503 and a time to retry, not as a refusal', async () => {
    await open.closePool()
    const response = await open.call('GetUser', { AccessToken: 't' })

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
  const secrets = [
    'Canary-pass-1',
    'canary@example.in',
    '271828',
    REFRESH_TOKEN,
    CLIENT.secret,
    'canary-access',
  ]
  const signIn = passwordRequest('canary@example.in', 'Canary-pass-1', { rememberMe: 'true' })
  const cookie = cookieOf(await open.call('InitiateAuth', signIn))
  const callAll = async () => {
    await open.call('InitiateAuth', signIn)
    await open.call('InitiateAuth', refreshRequest, { cookie })
    await open.call('ConfirmSignUp', { Username: 'canary@example.in', ConfirmationCode: '271828' })
    await open.call('ChangePassword', { AccessToken: 'canary-access', ProposedPassword: 'Canary-pass-1' })
    await open.call(
      'GetUser',
      { AccessToken: 'canary-access' },
      { headers: { 'sec-fetch-site': 'cross-site' } },
    )
    await open.call('RevokeToken', {}, { cookie })
  }
  await callAll()
  open.responses.set('InitiateAuth', refused('NotAuthorizedException', 'Incorrect username or password.'))
  // More calls than the rate limits allow.
  for (let times = 0; times < 25; times += 1) await callAll()
  // An hour later the limits allow calls again, which fail at the closed pool.
  open.clock.now += 3_600_000
  await open.closePool()
  await callAll()

  const log = open.lines.join('')
  for (const event of ['refused a page of another site', 'too many attempts', 'request failed']) {
    expect(log).toContain(event)
  }
  for (const secret of secrets) expect(log).not.toContain(secret)
})

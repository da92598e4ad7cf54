import {
  LimitExceededException,
  ResendConfirmationCodeCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { peopleOf } from './people.fixture.ts'
import { clientOf, codeFor, HOUR, openPool, type PoolUnderTest, unusedEmail } from './pool.fixture.ts'
import { post } from './post.fixture.ts'

let pool: PoolUnderTest
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  pool = await openPool()
  people = peopleOf(pool)
})
afterAll(() => pool.close())

const EXPOSED_HEADERS = 'x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date'
const REQUESTED_HEADERS =
  'content-type,x-amz-target,content-length,host,x-amz-user-agent,user-agent,Authorization,amz-sdk-invocation-id,amz-sdk-request,x-amz-security-token,cache-control,x-amz-date,x-amz-content-sha256'

it.each(['', '/'])('cors-preflight: the path with "%s" at its end allows every origin', async (end) => {
  const response = await fetch(pool.endpoint + end, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://foo.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': REQUESTED_HEADERS,
    },
  })
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-allow-methods')).toBe('POST')
  expect(response.headers.get('access-control-max-age')).toBe('172800')
  expect(response.headers.get('access-control-expose-headers')).toBe(EXPOSED_HEADERS)
  const allowed = response.headers.get('access-control-allow-headers')?.split(',') ?? []
  for (const name of REQUESTED_HEADERS.toLowerCase().split(',')) expect(allowed).toContain(name)
})

it('cors-error: an error response has the CORS headers too', async () => {
  const { status, headers } = await post(
    pool,
    'GetUser',
    { AccessToken: 'x' },
    { origin: 'https://foo.example' },
  )
  expect(status).toBe(400)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-expose-headers')).toBe(EXPOSED_HEADERS)
})

it('an error response has its type, id and text in the headers and fields that clients read', async () => {
  const { status, headers, body } = await post(pool, 'GetUser', { AccessToken: 'x' })
  expect(status).toBe(400)
  expect(headers.get('content-type')).toBe('application/x-amz-json-1.1')
  expect(headers.get('x-amzn-errortype')).toBe('NotAuthorizedException:')
  expect(headers.get('x-amzn-errormessage')).toBe('Invalid Access Token')
  expect(headers.get('x-amzn-requestid')).toMatch(/^[\w-]{36}$/)
  expect(body).toBe('{"__type":"NotAuthorizedException","message":"Invalid Access Token"}')
})

it('a user name with a line break adds no header to the error response', async () => {
  const body = { ClientId: pool.clients.C0.id, Username: 'ज़ोया\r\nset-cookie: x', Password: 'Str0ng!pass' }
  const { status, headers } = await post(pool, 'SignUp', body)
  expect(status).toBe(400)
  expect(headers.get('x-amzn-errormessage')).toBeNull()
  expect(headers.get('set-cookie')).toBeNull()
})

describe('wire-unknown-op: unknown operations', () => {
  it.each([
    ['Nope', {}],
    ['', { 'x-amz-target': '' }],
    ['', { 'x-amz-target': 'AWSCognitoIdentityService.GetId' }],
    ['', { 'x-amz-target': 'constructor' }],
  ])('the operation "%s" with the headers %o is refused', async (operation, headers) => {
    const { status, body } = await post(pool, operation, {}, headers)
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ __type: 'UnknownOperationException' })
  })

  it.each(['GET', 'PUT', 'DELETE'])('the method %s is refused', async (method) => {
    const response = await fetch(pool.endpoint, { method })
    expect(response.status).toBe(405)
    expect(await response.json()).toMatchObject({ __type: 'UnknownOperationException' })
  })

  it('a path below the base is refused', async () => {
    const response = await fetch(`${pool.endpoint}/nothing/here`, { method: 'POST' })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ __type: 'UnknownOperationException' })
  })
})

describe('wire-bad-json: malformed bodies', () => {
  it.each([
    ['broken JSON', '{bad', {}, 400],
    ['a list', '[]', {}, 400],
    ['null', 'null', {}, 400],
    ['an empty body', '', {}, 400],
    ['a number for a text', '{"AccessToken":1}', {}, 400],
    ['a text for a list', '{"AccessToken":"x","UserAttributes":"x"}', {}, 400],
    ['a megabyte', JSON.stringify({ AccessToken: 'x'.repeat(1_000_000) }), {}, 413],
    ['plain text', '{"AccessToken":"x"}', { 'content-type': 'text/plain' }, 415],
    ['a form', 'AccessToken=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ])('%s is refused', async (_case, body, headers, expected) => {
    const response = await post(pool, 'UpdateUserAttributes', body, headers)
    expect(response.status).toBe(expected)
    expect(response.headers.get('content-type')).toBe('application/x-amz-json-1.1')
    const { __type: kind } = JSON.parse(response.body) as { __type: string }
    expect(kind).toMatch(
      /^(?:Serialization|RequestEntityTooLarge|UnsupportedMediaType|InvalidParameter)Exception$/,
    )
    // The response contains no stack trace.
    expect(response.body).not.toMatch(/ at |node:|\.ts/)
  })
})

it('retry-count: refused retries of the SDK do not count towards the limit', async ({ skip }) => {
  if (!pool.local) return skip('needs to count requests')
  const { requests } = pool.local
  const email = unusedEmail()
  await people.signUp(email)
  const resend = (client: ReturnType<typeof clientOf>) =>
    client.send(new ResendConfirmationCodeCommand({ ClientId: pool.clients.C0.id, Username: email }))
  // An hour allows four mails: the one of the sign-up and these three.
  for (let times = 0; times < 3; times += 1) await resend(people.client)

  const before = requests.count
  await expect(resend(clientOf(pool, { maxAttempts: 3 }))).rejects.toBeInstanceOf(LimitExceededException)
  expect(requests.count - before).toBe(3)

  // The three refused calls did not make the hour longer.
  pool.local.advance(HOUR)
  await resend(people.client)
  // Waits until the fifth mail has arrived.
  return codeFor(pool, email, { mailCount: 5 })
})

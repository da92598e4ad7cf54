import { IDENTITY_CONTENT_TYPE } from '@nashta/contracts/identity/identity-operation'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openGateway } from './gateway.fixture.ts'

let opened: Awaited<ReturnType<typeof openGateway>>
beforeEach(async () => {
  opened = await openGateway()
})
afterEach(() => opened.close())

type Headers = Record<string, string>

function post(headers: Headers) {
  return opened.gateway.inject({
    method: 'POST',
    url: '/identity',
    headers: {
      'content-type': IDENTITY_CONTENT_TYPE,
      'x-amz-target': 'AWSCognitoIdentityProviderService.ForgotPassword',
      host: 'store.local:3000',
      cookie: 'nashta-refresh=c3Vi.1.refresh-token',
      ...headers,
    },
    payload: '{"Username":"asha@example.in"}',
  })
}

it.each<[string, Headers]>([
  ['a page of the store', { 'sec-fetch-site': 'same-origin', origin: 'http://snacks.example' }],
  ['the browser itself', { 'sec-fetch-site': 'none' }],
  ['a page of the store, by an old browser', { origin: 'http://snacks.example' }],
  ['a page at the requested host, by an old browser', { origin: 'http://store.local:3000' }],
  ['a program that is no browser', {}],
])('the gateway accepts %s', async (_caller, headers) => {
  expect((await post(headers)).statusCode).toBe(200)
  expect(opened.poolCalls).toHaveLength(1)
})

it.each<[string, Headers, number]>([
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  [
    'another site that claims our origin',
    { 'sec-fetch-site': 'cross-site', origin: 'http://snacks.example' },
    403,
  ],
  ['a sibling subdomain', { 'sec-fetch-site': 'same-site' }, 403],
  ['another site, by an old browser', { origin: 'http://evil.example' }, 403],
  ['a sibling subdomain, by an old browser', { origin: 'http://blog.snacks.example' }, 403],
  ['our name at another port, by an old browser', { origin: 'http://snacks.example:8080' }, 403],
  ['our name over another scheme, by an old browser', { origin: 'https://snacks.example' }, 403],
  ['a page without an origin', { origin: 'null' }, 403],
  [
    'a form of another site',
    { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
    403,
  ],
  ['a form, by an old browser', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['a form with files, by an old browser', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
  ['JSON as plain text, by an old browser', { 'content-type': 'text/plain' }, 415],
  ['JSON as application/json', { 'content-type': 'application/json' }, 415],
])('the gateway refuses %s', async (_caller, headers, status) => {
  const response = await post(headers)

  expect(response.statusCode).toBe(status)
  expect(response.headers['content-type']).toContain(IDENTITY_CONTENT_TYPE)
  expect(response.json()).toEqual({
    __type: status === 403 ? 'UnauthorizedException' : 'UnsupportedMediaTypeException',
    message: expect.any(String),
  })
  expect(response.headers).not.toHaveProperty('access-control-allow-origin')
  expect(opened.poolCalls).toEqual([])
})

it('the gateway refuses a CORS preflight of another site', async () => {
  const response = await opened.gateway.inject({
    method: 'OPTIONS',
    url: '/identity',
    headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
  })
  expect(response.statusCode).toBe(403)
  expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
})

import { endSession, signIn } from '@nashta/contracts/identity/identity-gateway'
import { deleteUser, getUser } from '@nashta/contracts/identity/user-pool'
import { expect, it, vi } from 'vitest'
import { createCallIdentity } from './call-identity.ts'

const callWithResponse = (body: string | null, init?: ResponseInit) =>
  createCallIdentity(async () => new Response(body, init))

it('a call is posted to the gateway in the protocol of the pool', async () => {
  const requests: [string, RequestInit][] = []
  const call = createCallIdentity(async (...request) => {
    requests.push(request)
    return Response.json({})
  })
  await call(signIn, { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: 'a', PASSWORD: 'b' } })

  expect(requests).toMatchObject([
    [
      '/identity',
      {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
        },
        body: '{"AuthFlow":"USER_PASSWORD_AUTH","AuthParameters":{"USERNAME":"a","PASSWORD":"b"}}',
      },
    ],
  ])
})

it('an empty response body is accepted where the contract allows it', async () => {
  expect(await callWithResponse('')(deleteUser, { AccessToken: 't' })).toBeUndefined()
})

it.each([
  [
    'a refusal of the pool',
    callWithResponse('{"__type":"CodeMismatchException","message":"No."}', { status: 400 }),
    { kind: 'CodeMismatchException', message: 'No.', canShowMessage: true },
  ],
  [
    'a refusal without a message',
    callWithResponse('{"__type":"LimitExceededException"}', { status: 400 }),
    { kind: 'LimitExceededException', message: 'HTTP error! status: 400', canShowMessage: false },
  ],
  [
    'a page of a proxy',
    callWithResponse('<html>', { status: 502 }),
    { kind: null, message: 'HTTP error! status: 502', canShowMessage: false },
  ],
  [
    'a response that is not JSON',
    callWithResponse('<html>'),
    { kind: null, message: 'The store gave an answer that could not be read. Please try again.' },
  ],
  [
    'a response of another shape',
    callWithResponse('{"Username":7}'),
    { kind: null, message: 'The store gave an answer that could not be read. Please try again.' },
  ],
  [
    'a network failure',
    createCallIdentity(() => Promise.reject(new TypeError('Failed to fetch'))),
    { kind: null, message: 'The store could not be reached. Please check your connection and try again.' },
  ],
])('a call rejects with an AccountError after %s', async (_case, call, expected) => {
  await expect(call(getUser, { AccessToken: 't' })).rejects.toMatchObject({
    name: 'AccountError',
    ...expected,
  })
})

it('a call without a response times out after 20 seconds', async () => {
  const timer = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal)
  const call = createCallIdentity(
    (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('', 'TimeoutError')))
      }),
  )
  const result = call(endSession, {})
  expect(timeout).toHaveBeenCalledWith(20_000)
  timer.abort()
  await expect(result).rejects.toMatchObject({
    message: 'The store could not be reached. Please check your connection and try again.',
  })
})

import { createHash, createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { createSignatureCheck } from './signature.ts'

const KEY = { id: 'KEY', secret: 'secret' }
const NOW = new Date('2026-01-01T12:00:00Z')
const check = createSignatureCheck({ key: KEY, region: 'us-east-2', now: () => NOW })

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

type Signing = { signedHeaders?: string[]; at?: string; scope?: string }

/** A request that is signed with KEY. Tests leave out or change parts of the signature. */
function signedRequest({
  signedHeaders = ['host', 'x-amz-date', 'x-amz-target'],
  at = '20260101T120000Z',
  scope = '20260101/us-east-2/cognito-idp/aws4_request',
}: Signing) {
  const body = '{}'
  const headers: Record<string, string> = {
    host: 'pool.example',
    'x-amz-date': at,
    'x-amz-target': 'AWSCognitoIdentityProviderService.CreateGroup',
  }
  const lines = signedHeaders.map((name) => `${name}:${headers[name]}\n`).join('')
  const headerNames = signedHeaders.join(';')
  const canonical = `POST\n/user-pool/\n\n${lines}\n${headerNames}\n${sha256(body)}`
  const key = scope.split('/').reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${KEY.secret}`)
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${at}\n${scope}\n${sha256(canonical)}`).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${KEY.id}/${scope}, SignedHeaders=${headerNames}, Signature=${signature}`
  return { url: '/user-pool/', headers: { ...headers, authorization }, body: Buffer.from(body) }
}

it("a signature with the pool's key is accepted", () => {
  expect(() => check(signedRequest({}))).not.toThrow()
})

it.each(['host', 'x-amz-date', 'x-amz-target'])('a signature that does not cover %s is refused', (name) => {
  const signedHeaders = ['host', 'x-amz-date', 'x-amz-target'].filter((header) => header !== name)
  expect(() => check(signedRequest({ signedHeaders }))).toThrow('The signature is not complete.')
})

it.each([
  ['20260101/eu-west-1/cognito-idp/aws4_request', 'another region'],
  ['20260101/us-east-2/s3/aws4_request', 'another service'],
  ['20260102/us-east-2/cognito-idp/aws4_request', 'another day'],
])('a signature for %s is refused: %s', (scope) => {
  expect(() => check(signedRequest({ scope }))).toThrow('Credential scope is wrong')
})

it.each(['20260101T115459Z', '20260101T120501Z', 'yesterday'])(
  'at 12:00:00 a signature of %s is refused: it is not within five minutes',
  (at) => {
    expect(() => check(signedRequest({ at }))).toThrow('Signature expired')
  },
)

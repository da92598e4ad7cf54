import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { PoolError } from './pool-error.ts'

type SignedRequest = { url: string; headers: IncomingHttpHeaders; body: Buffer }

/** Throws unless the request is signed (AWS Signature Version 4) with the pool's own key. */
export type CheckSignature = (request: SignedRequest) => void

export type CheckSignatureOptions = { key: { id: string; secret: string }; region: string; now: () => Date }

const SERVICE = 'cognito-idp'
/** A signature without these could be reused for another operation, host or day. */
const MUST_BE_SIGNED = ['host', 'x-amz-date', 'x-amz-target']
const SKEW_MAX_MS = 5 * 60 * 1000

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/[^/]+\/aws4_request), ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/

export function createSignatureCheck({ key, region, now }: CheckSignatureOptions): CheckSignature {
  return function checkSignature({ url, headers, body }) {
    if (!headers.authorization) {
      throw new PoolError('MissingAuthenticationTokenException', 'Missing Authentication Token')
    }
    const [, keyId, scope = '', names = '', signature = ''] =
      AUTHORIZATION.exec(headers.authorization) ?? incomplete()
    if (keyId !== key.id) {
      throw new PoolError(
        'UnrecognizedClientException',
        'The security token included in the request is invalid.',
      )
    }
    const signed = names.split(';')
    if (MUST_BE_SIGNED.some((name) => !signed.includes(name))) incomplete()

    const at = String(headers['x-amz-date'])
    if (!isRecent(at, now())) invalid('Signature expired')
    if (scope !== `${at.slice(0, 8)}/${region}/${SERVICE}/aws4_request`) invalid('Credential scope is wrong')

    const canonical = canonicalRequest({ url, headers, body }, signed)
    const expected = sign(key.secret, scope, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n'))
    if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) {
      invalid('The request signature we calculated does not match the signature you provided.')
    }
  }
}

function canonicalRequest({ url, headers, body }: SignedRequest, signed: readonly string[]) {
  const [path = '/', query = ''] = url.split('?')
  const valueOf = (name: string) =>
    String(headers[name] ?? '')
      .trim()
      .replace(/ +/g, ' ')
  const lines = signed.map((name) => `${name}:${valueOf(name)}\n`)
  // Hashes the received bytes, whatever hash a header claims.
  return ['POST', path, query, lines.join(''), signed.join(';'), sha256(body)].join('\n')
}

function sign(secret: string, scope: string, text: string) {
  const key = scope.split('/').reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${secret}`)
  return hmac(key, text)
}

function isRecent(at: string, now: Date) {
  const time = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  return Math.abs(time - now.getTime()) <= SKEW_MAX_MS
}

function hmac(key: string | Buffer, text: string) {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(data: string | Buffer) {
  return createHash('sha256').update(data).digest('hex')
}

function incomplete(): never {
  throw new PoolError('IncompleteSignatureException', 'The signature is not complete.')
}

function invalid(message: string): never {
  throw new PoolError('InvalidSignatureException', message)
}

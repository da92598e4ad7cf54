import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { PoolError } from './pool-error.ts'

type SignedRequest = { url: string; headers: IncomingHttpHeaders; body: Buffer }

/** Throws unless the request is signed (AWS Signature Version 4) with the pool's admin key. */
export type CheckSignature = (request: SignedRequest) => void

export type CheckSignatureOptions = { key: { id: string; secret: string }; region: string; now: () => Date }

const SERVICE = 'cognito-idp'
/**
 * Signature Version 4 requires that these headers are signed. Without that, a signature could be
 * reused for another host or operation.
 */
const MUST_BE_SIGNED = ['host', 'x-amz-date', 'x-amz-target']
/** The clocks of client and pool may differ by this much. */
const CLOCK_SKEW_MAX_MS = 5 * 60 * 1000

// An example of the header, broken into two lines here:
// AWS4-HMAC-SHA256 Credential=KEYID/20260101/us-east-2/cognito-idp/aws4_request,
// SignedHeaders=host;x-amz-date;x-amz-target, Signature=0a1b…
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/[^/]+\/aws4_request), ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/

export function createSignatureCheck({ key, region, now }: CheckSignatureOptions): CheckSignature {
  return function checkSignature({ url, headers, body }) {
    if (!headers.authorization) {
      throw new PoolError('MissingAuthenticationTokenException', 'Missing Authentication Token')
    }
    const [, keyId, scope = '', headerNames = '', signature = ''] =
      AUTHORIZATION.exec(headers.authorization) ?? throwIncomplete()
    if (keyId !== key.id) {
      throw new PoolError(
        'UnrecognizedClientException',
        'The security token included in the request is invalid.',
      )
    }
    const signedHeaders = headerNames.split(';')
    if (MUST_BE_SIGNED.some((name) => !signedHeaders.includes(name))) throwIncomplete()

    const signedAt = String(headers['x-amz-date'])
    if (!isRecent(signedAt, now())) throwInvalid('Signature expired')
    const day = signedAt.slice(0, 8)
    if (scope !== `${day}/${region}/${SERVICE}/aws4_request`) throwInvalid('Credential scope is wrong')

    const canonical = canonicalRequest({ url, headers, body }, signedHeaders)
    const signedText = ['AWS4-HMAC-SHA256', signedAt, scope, hash('sha256', canonical)].join('\n')
    const expected = sign(key.secret, scope, signedText)
    if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) {
      throwInvalid('The request signature we calculated does not match the signature you provided.')
    }
  }
}

function canonicalRequest({ url, headers, body }: SignedRequest, signedHeaders: readonly string[]) {
  const [path = '/', query = ''] = url.split('?')
  const valueOf = (name: string) =>
    String(headers[name] ?? '')
      .trim()
      .replace(/ +/g, ' ')
  const lines = signedHeaders.map((name) => `${name}:${valueOf(name)}\n`)
  // The body is hashed here, because a hash in a header may be that of another body.
  return ['POST', path, query, lines.join(''), signedHeaders.join(';'), hash('sha256', body)].join('\n')
}

/**
 * Signs the text. The signing key is derived by one HMAC for each part of the scope: day, region,
 * service, `aws4_request`.
 */
function sign(secret: string, scope: string, text: string) {
  const key = scope.split('/').reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${secret}`)
  return hmac(key, text)
}

/** `at` has the form 20260101T120000Z, which `Date` does not parse. */
function isRecent(at: string, now: Date) {
  const time = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  return Math.abs(time - now.getTime()) <= CLOCK_SKEW_MAX_MS
}

function hmac(key: string | Buffer, text: string) {
  return createHmac('sha256', key).update(text).digest()
}

function throwIncomplete(): never {
  throw new PoolError('IncompleteSignatureException', 'The signature is not complete.')
}

function throwInvalid(message: string): never {
  throw new PoolError('InvalidSignatureException', message)
}

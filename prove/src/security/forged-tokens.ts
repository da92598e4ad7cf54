import { createSign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimsOf } from '@nashta/contracts/identity/shopper-account.fixture'

const HOUR_SECONDS = 3600

/** Two invalid tokens made from a valid one: one has expired, the other has no signature. */
export function forgedTokens(dataFolder: string, { accessToken }: { accessToken: string }) {
  const claims = claimsOf(accessToken)
  const expired = { ...claims, iat: secondsAgo(2 * HOUR_SECONDS), exp: secondsAgo(HOUR_SECONDS) }
  return {
    expired: signAsStore(dataFolder, expired),
    'alg=none': `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
  }
}

/** A token with a right signature, by the store's own key. */
function signAsStore(dataFolder: string, claims: object) {
  const { access }: { access: { kid: string; pem: string } } = JSON.parse(
    readFileSync(join(dataFolder, 'signing-keys.json'), 'utf8'),
  )
  const content = `${encode({ kid: access.kid, alg: 'RS256' })}.${encode(claims)}`
  return `${content}.${createSign('RSA-SHA256').update(content).sign(access.pem, 'base64url')}`
}

function encode(value: object) {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function secondsAgo(seconds: number) {
  return Math.floor(Date.now() / 1000) - seconds
}

import { createSign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimsOf } from '@nashta/contracts/identity/shopper-account.fixture'

const HOUR_SECONDS = 3600

/** Invalid tokens made from a valid one: an expired one with a right signature, and one without a signature. */
export function forgedTokens(dataFolder: string, { accessToken }: { accessToken: string }) {
  const claims = claimsOf(accessToken)
  const expired = { ...claims, iat: secondsAgo(2 * HOUR_SECONDS), exp: secondsAgo(HOUR_SECONDS) }
  return {
    expired: signedByStore(dataFolder, expired),
    'alg=none': `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(claims)}.`,
  }
}

/** Signs any claims with the store's key. */
function signedByStore(dataFolder: string, claims: object) {
  const { access }: { access: { kid: string; pem: string } } = JSON.parse(
    readFileSync(join(dataFolder, 'signing-keys.json'), 'utf8'),
  )
  const content = `${encoded({ kid: access.kid, alg: 'RS256' })}.${encoded(claims)}`
  return `${content}.${createSign('RSA-SHA256').update(content).sign(access.pem, 'base64url')}`
}

function encoded(value: object) {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function secondsAgo(seconds: number) {
  return Math.floor(Date.now() / 1000) - seconds
}

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { foldEmail } from '@nashta/contracts/account/checks'

/**
 * A browser's random id, followed by one proof for each account that has signed in there. An account that passed a second
 * factor there has a second proof. A proof is an HMAC with the client's secret, which the gateway and the pool both have,
 * so that neither needs a list of the devices of an account. The id and each proof have 22 characters.
 */
const DEVICE_TOKEN = /^[\w-]{22}(?:\.[\w-]{22}){0,8}$/

/** Proofs beyond this number are dropped from the token, the least recently used first. */
const PROOFS_MAX = 8
/** 22 characters in base64url. */
const ID_BYTES = 16
/** Hashes are cut to the length of an id. */
const HASH_CHARACTERS = 22

type Account = { clientSecret: string | undefined; username: string }

/** Returns the text if it has the form of a device token; otherwise null. */
export function readDeviceToken(text: string | undefined): string | null {
  return text !== undefined && DEVICE_TOKEN.test(text) ? text : null
}

/** The token of a browser that has signed in to no account yet. */
export function newDeviceToken() {
  return randomBytes(ID_BYTES).toString('base64url')
}

/** Adds the account's proof to the token. A client without a secret cannot make proofs. */
export function addKnownAccount(token: string, { clientSecret, username }: Account) {
  if (clientSecret === undefined) return token
  const [id = '', ...proofs] = token.split('.')
  const proof = proofOf(id, clientSecret, username)
  const others = proofs.filter((other) => other !== proof)
  return [id, proof, ...others].slice(0, 1 + PROOFS_MAX).join('.')
}

/** The hashed id of the device if it has signed in to this account before; otherwise null. */
export function knownDeviceOf(token: string | null, { clientSecret, username }: Account): string | null {
  if (token === null || clientSecret === undefined) return null
  const [id = '', ...proofs] = token.split('.')
  const expected = Buffer.from(proofOf(id, clientSecret, username))
  return proofs.some((proof) => timingSafeEqual(Buffer.from(proof), expected)) ? hashDevice(token) : null
}

/**
 * The user name in the second proof of an account. Wrong codes on a device with this proof are counted apart from those of
 * strangers, so only a device that has passed the second factor gets it. A password reset makes a device known too, but
 * must not give the reader of a mailbox more guesses at the second factor.
 * The name differs from every real user name, because those have no line break.
 */
export function secondFactorUsername(username: string) {
  return `second factor\n${username}`
}

/**
 * The id of the device as a sign-up and the counts of failed attempts store it. A reader of the database cannot make the
 * cookie from it.
 */
export function hashDevice(token: string) {
  const [id = ''] = token.split('.')
  return createHash('sha256').update(id).digest('base64url').slice(0, HASH_CHARACTERS)
}

function proofOf(id: string, clientSecret: string, username: string) {
  const hmac = createHmac('sha256', clientSecret).update(`known device\n${id}\n${foldEmail(username)}`)
  return hmac.digest('base64url').slice(0, HASH_CHARACTERS)
}

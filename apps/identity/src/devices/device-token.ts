import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { foldEmail } from '@nashta/contracts/account/checks'

/**
 * A device token is a browser's random id, followed by proofs. The id and each proof have 22
 * characters. An account that has signed in there has one proof. An account that has passed its
 * second factor there has a second proof.
 *
 * A proof is an HMAC with the client's secret. The gateway and the pool both have that secret, so
 * neither needs a list of an account's devices.
 */
const DEVICE_TOKEN = /^[\w-]{22}(?:\.[\w-]{22}){0,8}$/

/** A token with more proofs loses the least recently used one. */
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
 * The hashed id of the device if the account has passed its second factor there before; otherwise
 * null.
 */
export function secondFactorDeviceOf(token: string | null, { clientSecret, username }: Account) {
  return knownDeviceOf(token, { clientSecret, username: secondProofName(username) })
}

/**
 * The account's second proof is made from this name in place of the user name. No user has this
 * name, because user names have no line break.
 *
 * Each device with the second proof has its own count of wrong codes, so strangers cannot lock it
 * out. The first proof must not give a device its own count: a stranger who reads the user's mail
 * can get that proof by a password reset, and would have more guesses.
 */
export function secondProofName(username: string) {
  return `second factor\n${username}`
}

/**
 * Hashes the id of the device for the database. A reader of the database cannot make the cookie
 * from the hash.
 */
export function hashDevice(token: string) {
  const [id = ''] = token.split('.')
  return createHash('sha256').update(id).digest('base64url').slice(0, HASH_CHARACTERS)
}

function proofOf(id: string, clientSecret: string, username: string) {
  const hmac = createHmac('sha256', clientSecret).update(`known device\n${id}\n${foldEmail(username)}`)
  return hmac.digest('base64url').slice(0, HASH_CHARACTERS)
}

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { foldEmail } from '@nashta/contracts/account/checks'

/**
 * A device token is a browser's random id, followed by proofs: `id.proof.proof`. The id and each
 * proof have 22 characters. A proof says that an account has used this browser.
 *
 * A proof is an HMAC with the secret of the app client. The gateway and the pool have that secret,
 * so both can check a proof without a list of the account's devices.
 */
const DEVICE_TOKEN = /^[\w-]{22}(?:\.[\w-]{22})*$/

/** In a token with this many proofs, a new proof replaces the oldest. */
const PROOFS_MAX = 8
/** 22 characters in base64url. */
const ID_BYTES = 16
/** Hashes are cut to the length of an id. */
const HASH_CHARACTERS = 22

type Account = {
  /** The secret of the app client. Without it, proofs can be neither made nor checked. */
  clientSecret: string | undefined
  username: string
}

/**
 * The kinds of proofs. An account can have one of each in a token.
 * - `known`: the account signed in here, or a code from its mailbox was entered here.
 * - `second factor`: the account passed its second factor here.
 *
 * A device with the proof `known` has its own count of wrong passwords. A device with the proof
 * `second factor` also has its own count of wrong second-factor codes. So strangers cannot lock
 * these devices out.
 *
 * A stranger who reads the user's mail can get the proof `known` by a password reset. If `known`
 * gave a device its own count of wrong second-factor codes, the stranger could guess more codes.
 */
export type ProofKind = 'known' | 'second factor'

/** Returns the text if it has the form of a device token; otherwise null. */
export function readDeviceToken(text: string | undefined): string | null {
  return text !== undefined && DEVICE_TOKEN.test(text) ? text : null
}

/** A token without proofs. */
export function newDeviceToken() {
  return randomBytes(ID_BYTES).toString('base64url')
}

/** Puts a proof of the account before the other proofs of the token. */
export function addProof(token: string, { clientSecret, username }: Account, kind: ProofKind) {
  if (clientSecret === undefined) return token
  const [id = '', ...proofs] = token.split('.')
  const newProof = proofOf(id, clientSecret, username, kind)
  const others = proofs.filter((proof) => proof !== newProof)
  return [id, newProof, ...others].slice(0, 1 + PROOFS_MAX).join('.')
}

/** The hashed id of the device, if the token has the proof `known`; otherwise null. */
export function knownDeviceOf(token: string | null, account: Account): string | null {
  return deviceWithProof(token, account, 'known')
}

/** The hashed id of the device, if the token has the proof `second factor`; otherwise null. */
export function secondFactorDeviceOf(token: string | null, account: Account): string | null {
  return deviceWithProof(token, account, 'second factor')
}

function deviceWithProof(token: string | null, { clientSecret, username }: Account, kind: ProofKind) {
  if (token === null || clientSecret === undefined) return null
  const [id = '', ...proofs] = token.split('.')
  const expected = Buffer.from(proofOf(id, clientSecret, username, kind))
  return proofs.some((proof) => timingSafeEqual(Buffer.from(proof), expected)) ? hashDevice(token) : null
}

/**
 * Hashes the id of the device for the database. A reader of the database cannot make the cookie
 * from the hash.
 */
export function hashDevice(token: string) {
  const [id = ''] = token.split('.')
  return createHash('sha256').update(id).digest('base64url').slice(0, HASH_CHARACTERS)
}

function proofOf(id: string, clientSecret: string, username: string, kind: ProofKind) {
  const account = foldEmail(username)
  // A `known` text could equal a `second factor` text only if a user name began with
  // `second factor` and a line break. No user name has a line break.
  const texts: Record<ProofKind, string> = {
    known: `known device\n${id}\n${account}`,
    'second factor': `known device\n${id}\nsecond factor\n${account}`,
  }
  const hmac = createHmac('sha256', clientSecret).update(texts[kind])
  return hmac.digest('base64url').slice(0, HASH_CHARACTERS)
}

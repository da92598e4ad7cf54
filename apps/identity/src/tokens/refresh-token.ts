import { createHash, randomBytes } from 'node:crypto'

const BYTES = 48
export const REFRESH_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

export function newRefreshToken() {
  return randomBytes(BYTES).toString('base64url')
}

/** Unkeyed is enough here: nobody guesses 384 random bits. */
export function hashRefreshToken(token: string) {
  return createHash('sha256').update(token).digest('hex')
}

import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto'

const LIFETIME_MS = 60 * 60 * 1000
const TOKEN_BYTES = 32

export type WelcomeLink = ReturnType<typeof createWelcomeLink>

/**
 * The one-time link of a shop that has no administrator yet. Only this process knows it, so a
 * restart makes another one. The store of the first administrator decides whether there is one.
 */
export function createWelcomeLink(startedAt: Date) {
  const expiresAt = startedAt.getTime() + LIFETIME_MS
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const tokenHash = hashOf(token)
  let isUsed = false

  return {
    token,
    /** Whether the token is the link's, and the link was not used and is not too old. */
    admits: (given: string, at: Date) =>
      timingSafeEqual(hashOf(given), tokenHash) && !isUsed && at.getTime() < expiresAt,
    use() {
      isUsed = true
    },
  }
}

function hashOf(token: string) {
  return digest('sha256', token, 'buffer')
}

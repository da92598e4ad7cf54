import { createHash } from 'node:crypto'

const TOKEN_BYTES = 32

export type RandomBytes = (size: number) => Buffer

/** What a link carries. Whoever reads the database finds only its hash, which opens nothing. */
export function newToken(randomBytes: RandomBytes) {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

export function hashToken(token: string) {
  return createHash('sha256').update(token).digest('hex')
}

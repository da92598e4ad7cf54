import { randomBytes, timingSafeEqual } from 'node:crypto'

/** The cost of one argon2id hash: memory in KiB, passes and lanes. */
export type HashCost = { memory: number; passes: number; parallelism: number }

/** The minimum that OWASP recommends. */
export const DEFAULT_COST: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }

export const SALT_BYTES = 16
export const HASH_BYTES = 32

export type PasswordHash = { cost: HashCost; salt: Buffer; hash: Buffer }

/** The PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$`, the salt, `$` and the hash, both in base64. */
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

export function formatHash({ cost, salt, hash }: PasswordHash) {
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`
  return `$argon2id$v=19$${parameters}$${toUnpaddedBase64(salt)}$${toUnpaddedBase64(hash)}`
}

/** Returns a text with the form of a password hash that no password matches. */
export function unusablePasswordHash() {
  return formatHash({ cost: DEFAULT_COST, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) })
}

export function parseHash(text: string): PasswordHash {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(text) ?? []
  if (salt === undefined || hash === undefined) throw new TypeError('The text is not a password hash')
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

export function sameHash(left: Buffer, right: Buffer) {
  return left.length === right.length && timingSafeEqual(left, right)
}

function toUnpaddedBase64(bytes: Buffer) {
  return bytes.toString('base64').replace(/={1,2}$/, '')
}

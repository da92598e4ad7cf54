import { createHmac } from 'node:crypto'

const CODE_COUNT = 10
const CODE_LENGTH = 10

/**
 * The letters i, l, o and u are left out, because they look like other characters. 256 is a
 * multiple of the 32 characters, so a byte modulo 32 gives each of them equally often.
 */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

export type RandomBytes = (size: number) => Buffer

/** Each code has 50 random bits and the form `k7m2p-9xq4r`. */
export function newRecoveryCodes(randomBytes: RandomBytes): string[] {
  return Array.from({ length: CODE_COUNT }, () => {
    const bytes = [...randomBytes(CODE_LENGTH)]
    const code = bytes.map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
    return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`
  })
}

export type HashRecoveryCode = (code: string, sub: string) => string

/** Hashes the normalised code with a key. So users may type capitals and leave out the hyphen. */
export function createRecoveryCodeHasher(key: Buffer): HashRecoveryCode {
  return (code, sub) => {
    const normalised = code.toLowerCase().replaceAll(/[\s-]/g, '')
    return createHmac('sha256', key).update(`${sub}:${normalised}`).digest('hex')
  }
}

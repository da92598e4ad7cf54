import { createHmac } from 'node:crypto'

const RECOVERY_CODES = 10
const LETTERS = 10

/** Without letters that look alike in print: i, l, o, u. 32 letters, so each byte gives one without bias. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

export type RandomBytes = (size: number) => Buffer

/** Each has 50 random bits: `k7m2p-9xq4r`. */
export function newRecoveryCodes(randomBytes: RandomBytes): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(LETTERS)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
    return `${letters.slice(0, LETTERS / 2)}-${letters.slice(LETTERS / 2)}`
  })
}

export type HashRecoveryCode = (code: string, sub: string) => string

/** A keyed hash of the code in one spelling: users type capitals, and leave out the hyphen. */
export function createRecoveryCodeHasher(key: Buffer): HashRecoveryCode {
  return (code, sub) => {
    const letters = code.toLowerCase().replaceAll(/[\s-]/g, '')
    return createHmac('sha256', key).update(`${sub}:${letters}`).digest('hex')
  }
}

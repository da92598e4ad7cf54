import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The 100,000 commonest leaked passwords of at least eight characters: the first 32 bits of each SHA-256 hash in
 * ascending order, little-endian. `scripts/build-leaked-passwords.ts` writes it. One in 43,000 other passwords has the
 * same bits as one of these and is refused too.
 */
export const LEAKED_PASSWORDS_FILE = join(import.meta.dirname, 'leaked-passwords.bin')

const KEY_BYTES = Uint32Array.BYTES_PER_ELEMENT

let file: Buffer | undefined

/** Case is ignored. The file, 400 KB, is read at the first call. */
export function isLeakedPassword(password: string) {
  file ??= readFileSync(LEAKED_PASSWORDS_FILE)
  return includesKey(file, leakedPasswordKey(password.toLowerCase()))
}

/** The first 32 bits of the hash as a number. The file stores this number little-endian. */
export function leakedPasswordKey(password: string) {
  return hash('sha256', password, 'buffer').readUInt32BE(0)
}

function includesKey(sortedKeys: Buffer, wanted: number) {
  let low = 0
  let high = sortedKeys.length / KEY_BYTES - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const key = sortedKeys.readUInt32LE(middle * KEY_BYTES)
    if (key === wanted) return true
    if (key < wanted) low = middle + 1
    else high = middle - 1
  }
  return false
}

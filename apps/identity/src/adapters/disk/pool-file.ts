import { hkdfSync, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { readPrivateFile, writePrivateFile } from '@nashta/service-kit/process/private-file'
import * as z from 'zod/mini'

const KEY_BYTES = 32

const text = z.string().check(z.minLength(1))

const poolFileSchema = z.object({
  poolId: text,
  clientId: text,
  clientSecret: text,
  identityPoolId: text,
  adminKeyId: text,
  adminKeySecret: text,
  /**
   * 32 bytes in base64. An attacker with this key and the database can find every mailed code by
   * hashing all possible ones.
   */
  masterKey: text,
})

export type PoolFile = z.output<typeof poolFileSchema>

/**
 * Reads the ids and secrets of this pool, and creates them on its first start. They are not in the
 * database, so a copy of the database does not reveal them.
 */
export function openPoolFile(dataFolder: string, region: string): PoolFile {
  const path = join(dataFolder, 'user-pool.json')
  const stored = readPrivateFile(path, poolFileSchema)
  if (stored) return stored

  const created = newPoolFileContent(region)
  writePrivateFile(path, created)
  return created
}

/** The lengths are those of ids and secrets at AWS. */
function newPoolFileContent(region: string): PoolFile {
  return {
    poolId: `${region}_${randomText(9)}`,
    clientId: randomText(26).toLowerCase(),
    clientSecret: randomText(51).toLowerCase(),
    identityPoolId: `${region}:${randomUUID()}`,
    adminKeyId: `NASHTA${randomText(14).toUpperCase()}`,
    adminKeySecret: randomText(40),
    masterKey: randomBytes(KEY_BYTES).toString('base64'),
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function randomText(count: number) {
  return Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/**
 * Derives one key per purpose, so that a leaked key does not weaken the others. The text of a
 * purpose must never change: stored hashes and secrets were made with its key.
 */
export function deriveKeys(masterKey: Buffer) {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, '', purpose, KEY_BYTES))
  return {
    codeHashes: derive('codes'),
    /** Hashes the user names in the counts of attempts. */
    attemptSubjects: derive('names'),
    logHashes: derive('log'),
    outboxEncryption: derive('mails'),
    identityIds: derive('identities'),
    secondFactorSecrets: derive('second factors'),
    recoveryCodeHashes: derive('recovery codes'),
  }
}

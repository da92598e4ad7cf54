import { hkdfSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { readPrivateFile, writePrivateFile } from './private-file.ts'
import type { Settings } from './settings.ts'

const KEY_BYTES = 32
/** Must never change: stored secrets were encrypted with the key that is derived for it. */
const PURPOSE = 'secrets of the shop'

/** Its name ends in .json, so that a backup stores it apart from the database. */
const FILE = 'shop-secrets.json'
const fileSchema = z.object({ key: z.string().check(z.minLength(KEY_BYTES)) })

/**
 * The key that encrypts the secrets that operators write at the desk. All processes of a store need
 * the same one: SECRETS_KEY, or on one machine a file in the data folder, which is made when it is
 * missing. Null with CLOUD=aws and no SECRETS_KEY: the desk then stores no secrets.
 */
export function openSecretsKey({
  SECRETS_KEY,
  CLOUD,
  DATA_DIR,
}: Pick<Settings, 'SECRETS_KEY' | 'CLOUD' | 'DATA_DIR'>): Buffer | null {
  if (SECRETS_KEY) return deriveKey(SECRETS_KEY)
  return CLOUD === 'aws' ? null : deriveKey(openKeyFile(join(DATA_DIR, FILE)))
}

function openKeyFile(path: string): string {
  const stored = readPrivateFile(path, fileSchema)
  if (stored) return stored.key
  const key = randomBytes(KEY_BYTES).toString('base64')
  writePrivateFile(path, { key })
  return key
}

function deriveKey(text: string) {
  return Buffer.from(hkdfSync('sha256', text, '', PURPOSE, KEY_BYTES))
}

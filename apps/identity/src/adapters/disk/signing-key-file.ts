import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ACCESS_TOKEN_LIFETIME_SECONDS } from '@nashta/contracts/constants'
import { readPrivateFile, writePrivateFile } from '@nashta/service-kit/process/private-file'
import * as z from 'zod/mini'
import type { SigningKeys } from '../../tokens/issue-tokens.ts'

const RSA_BITS = 2048

/** How soon a running process notices rotated keys. */
const CHECK_FILE_EVERY_MS = 1000

/** `pem` is the private key. */
const keySchema = z.object({ kid: z.string(), pem: z.string() })
const fileSchema = z.object({
  access: keySchema,
  id: keySchema,
  /** Public keys that verify older tokens. `until` is in epoch milliseconds. */
  retired: z.array(z.object({ kid: z.string(), publicPem: z.string(), until: z.number() })),
})

type KeyFile = z.output<typeof fileSchema>

/** `until` is infinite for the keys that sign now. */
type VerifyingKey = { kid: string; publicKey: KeyObject; until: number }

const pathIn = (dataFolder: string) => join(dataFolder, 'signing-keys.json')

/**
 * Creates the keys on the first start. A changed file is loaded again, because `npm run admin` may
 * rotate the keys.
 */
export async function openSigningKeys(dataFolder: string, now: () => Date): Promise<SigningKeys> {
  const path = pathIn(dataFolder)
  if (!readPrivateFile(path, fileSchema)) writePrivateFile(path, await newKeyFile([]))

  let loaded = load(path)
  let checkedAt = now().getTime()
  const currentKeys = () => {
    const time = now().getTime()
    // Without `abs`, setting the clock back would stop these checks until it has caught up.
    if (Math.abs(time - checkedAt) >= CHECK_FILE_EVERY_MS) {
      checkedAt = time
      if (statSync(path).mtimeMs !== loaded.mtimeMs) loaded = load(path)
    }
    return loaded
  }
  const isValid = ({ until }: VerifyingKey) => until > now().getTime()

  return {
    current: (use) => currentKeys().signing[use],
    // Each request asks for a key, so no list is built.
    publicKey(kid) {
      const key = currentKeys().verifying.find((each) => each.kid === kid)
      return key && isValid(key) ? key.publicKey : null
    },
    publicKeySet: () => ({
      keys: currentKeys()
        .verifying.filter(isValid)
        .map(({ kid, publicKey }) => toJwk(kid, publicKey)),
    }),
  }
}

/**
 * Creates new signing keys. The public keys of the old ones stay valid until their last token has
 * expired. With `refuseOldTokens` they end at once, for keys that may have leaked.
 */
export async function rotateSigningKeys(
  dataFolder: string,
  now: Date,
  { refuseOldTokens }: { refuseOldTokens: boolean },
) {
  const path = pathIn(dataFolder)
  const stored = readPrivateFile(path, fileSchema)
  if (!stored) throw new Error(`There are no signing keys in ${dataFolder}: start the store once`)

  const { access, id, retired } = stored
  // Id tokens have the lifetime of access tokens.
  const until = now.getTime() + ACCESS_TOKEN_LIFETIME_SECONDS * 1000
  const retiring = [access, id].map((key) => ({ kid: key.kid, publicPem: toPublicPem(key.pem), until }))
  const stillValid = retired.filter((key) => key.until > now.getTime())
  writePrivateFile(path, await newKeyFile(refuseOldTokens ? [] : [...stillValid, ...retiring]))
}

function load(path: string) {
  const { mtimeMs } = statSync(path)
  const stored = readPrivateFile(path, fileSchema)
  if (!stored) throw new Error(`The file ${path} is missing; restore it from a backup`)
  const { access, id, retired } = stored
  const signing = { access: toKeyPair(access), id: toKeyPair(id) }
  const verifying: VerifyingKey[] = [
    ...Object.values(signing).map(({ kid, publicKey }) => ({ kid, publicKey, until: Infinity })),
    ...retired.map(({ kid, publicPem, until }) => ({ kid, publicKey: createPublicKey(publicPem), until })),
  ]
  return { mtimeMs, signing, verifying }
}

function toKeyPair({ kid, pem: privatePem }: KeyFile['access']) {
  return { kid, privateKey: createPrivateKey(privatePem), publicKey: createPublicKey(privatePem) }
}

function toPublicPem(privatePem: string) {
  return createPublicKey(privatePem).export({ type: 'spki', format: 'pem' })
}

function toJwk(kid: string, key: KeyObject) {
  const { n = '', e = '' } = key.export({ format: 'jwk' })
  return { kid, alg: 'RS256', kty: 'RSA', e, n, use: 'sig' }
}

async function newKeyFile(retired: KeyFile['retired']): Promise<KeyFile> {
  const [access, id] = await Promise.all([newKey(), newKey()])
  return { access, id, retired }
}

async function newKey() {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS })
  const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  return { kid: randomBytes(32).toString('base64'), pem: privatePem }
}

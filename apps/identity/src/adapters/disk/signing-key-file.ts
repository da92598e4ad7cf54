import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ACCESS_TOKEN_LIFETIME_SECONDS } from '@nashta/contracts/constants'
import * as z from 'zod/mini'
import type { SigningKeys } from '../../tokens/signing-keys.ts'
import { readPrivateFile, writePrivateFile } from './private-file.ts'

const RSA_BITS = 2048

const keySchema = z.object({ kid: z.string(), pem: z.string() })
const fileSchema = z.object({
  access: keySchema,
  id: keySchema,
  /** Sign nothing any more, but what they signed is still good. */
  retired: z.array(z.object({ kid: z.string(), publicPem: z.string(), until: z.number() })),
})

type KeyFile = z.output<typeof fileSchema>

const pathIn = (dataFolder: string) => join(dataFolder, 'signing-keys.json')

/** The keys that are kept, or new ones on the first start. Another process may rotate them at any time. */
export async function openSigningKeys(dataFolder: string, now: () => Date): Promise<SigningKeys> {
  const path = pathIn(dataFolder)
  if (readPrivateFile(path) === null) writeKeys(path, await newKeys([]))

  let loaded = load(path)
  const current = () => {
    if (statSync(path).mtimeMs !== loaded.mtimeMs) loaded = load(path)
    return loaded
  }
  const published = () => {
    const { signing, retired } = current()
    return [...Object.values(signing), ...retired.filter(({ until }) => until > now().getTime())]
  }

  return {
    current: (use) => current().signing[use],
    publicKey: (kid) => published().find((key) => key.kid === kid)?.publicKey ?? null,
    published: () => ({ keys: published().map(({ kid, publicKey }) => toJwk(kid, publicKey)) }),
  }
}

/** From now on other keys sign; the old ones stay published for as long as their last token lives. */
export async function rotateSigningKeys(dataFolder: string, now: Date) {
  const path = pathIn(dataFolder)
  const kept = readPrivateFile(path)
  if (kept === null) throw new Error(`There are no signing keys in ${dataFolder}: start the store once`)

  const { access, id, retired } = parse(path, kept)
  const until = now.getTime() + ACCESS_TOKEN_LIFETIME_SECONDS * 1000
  const retiring = [access, id].map(({ kid, pem }) => ({ kid, publicPem: toPublicPem(pem), until }))
  const stillGood = retired.filter((key) => key.until > now.getTime())
  writeKeys(path, await newKeys([...stillGood, ...retiring]))
}

function load(path: string) {
  const { mtimeMs } = statSync(path)
  const { access, id, retired } = parse(path, readPrivateFile(path) ?? '')
  return {
    mtimeMs,
    signing: { access: toKeyPair(access), id: toKeyPair(id) },
    retired: retired.map(({ kid, publicPem, until }) => ({
      kid,
      publicKey: createPublicKey(publicPem),
      until,
    })),
  }
}

function toKeyPair({ kid, pem }: KeyFile['access']) {
  const privateKey = createPrivateKey(pem)
  return { kid, privateKey, publicKey: createPublicKey(pem) }
}

function toPublicPem(pem: string) {
  return createPublicKey(pem).export({ type: 'spki', format: 'pem' })
}

function toJwk(kid: string, key: KeyObject) {
  const { n = '', e = '' } = key.export({ format: 'jwk' })
  return { kid, alg: 'RS256', kty: 'RSA', e, n, use: 'sig' }
}

async function newKeys(retired: KeyFile['retired']): Promise<KeyFile> {
  const [access, id] = await Promise.all([newKey(), newKey()])
  return { access, id, retired }
}

async function newKey() {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  return { kid: randomBytes(32).toString('base64'), pem }
}

function writeKeys(path: string, keys: KeyFile) {
  writePrivateFile(path, `${JSON.stringify(keys, null, 2)}\n`)
}

function parse(path: string, json: string): KeyFile {
  try {
    return z.parse(fileSchema, JSON.parse(json))
  } catch (error) {
    throw new Error(`The file ${path} is damaged; restore it from a backup`, { cause: error })
  }
}

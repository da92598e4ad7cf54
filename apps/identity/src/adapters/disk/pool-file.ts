import { randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { readPrivateFile, writePrivateFile } from './private-file.ts'

const text = z.string().check(z.minLength(1))

const poolFileSchema = z.object({
  poolId: text,
  clientId: text,
  clientSecret: text,
  identityPoolId: text,
  adminKeyId: text,
  adminKeySecret: text,
  /** 32 bytes in base64, from which every other key is derived. Whoever has it and the database can guess codes. */
  masterKey: text,
})

export type PoolFile = z.output<typeof poolFileSchema>

/** What makes this pool this pool, made on its first start and kept beside the database, never in it. */
export function openPoolFile(dataFolder: string, region: string): PoolFile {
  const path = join(dataFolder, 'user-pool.json')
  const kept = readPrivateFile(path)
  if (kept !== null) return parse(path, kept)

  const made = newPoolFile(region)
  writePrivateFile(path, `${JSON.stringify(made, null, 2)}\n`)
  return made
}

function newPoolFile(region: string): PoolFile {
  return {
    poolId: `${region}_${letters(9)}`,
    clientId: letters(26).toLowerCase(),
    clientSecret: letters(51).toLowerCase(),
    identityPoolId: `${region}:${guid()}`,
    adminKeyId: `NASHTA${letters(14).toUpperCase()}`,
    adminKeySecret: letters(40),
    masterKey: randomBytes(32).toString('base64'),
  }
}

function parse(path: string, json: string): PoolFile {
  try {
    return z.parse(poolFileSchema, JSON.parse(json))
  } catch (error) {
    throw new Error(`The file ${path} is damaged; restore it from a backup`, { cause: error })
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function letters(count: number) {
  return Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

function guid() {
  return randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

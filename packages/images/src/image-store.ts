import { createHash } from 'node:crypto'
import { parse } from 'node:path'

/** Object storage for pictures. The bytes under a key never change: another picture gets another key. */
export interface ImageStore {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Null when no picture is stored under the key. */
  get(key: string): Promise<Buffer | null>
  /** Does nothing when no picture is stored under the key. */
  remove(key: string): Promise<void>
  /** All keys outside of folders, in no order. Variants are in a folder, so these are originals. */
  listTopLevelKeys(): Promise<string[]>
  /** Rejects when pictures cannot be stored at present. */
  probe(): Promise<void>
}

/**
 * For example `variants/laddoo.webp/320.avif`. Each part is short, because file systems allow names
 * of 255 bytes.
 */
const KEY = /^(?:[a-z0-9][a-z0-9._-]{0,199}\/){0,4}[a-z0-9][a-z0-9._-]{0,199}$/i

/** No part of a key is empty or begins with a dot, so that no key leads out of the storage folder. */
export function isImageKey(key: string) {
  return KEY.test(key)
}

/**
 * Adds a hash of the bytes: `laddoo.webp` becomes `laddoo-3f2a9c1b5d.webp`. New content gets a new
 * key, so caches may store it for ever.
 */
export function pictureKey(fileName: string, bytes: Uint8Array) {
  const { name, ext } = parse(fileName)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
  return `${name}-${hash}${ext}`.toLowerCase()
}

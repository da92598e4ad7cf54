import { createHash } from 'node:crypto'
import { parse } from 'node:path'

/** Object storage for pictures. A key names its content for ever: another picture has another key. */
export interface ImageStore {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Null when there is nothing under the key. */
  get(key: string): Promise<Buffer | null>
  /** Every key without a folder, in no order. */
  topKeys(): Promise<string[]>
  /** Resolves when a picture could be stored now. */
  probe(): Promise<void>
}

/** File systems allow names of up to 255 bytes. */
const KEY = /^(?:[a-z0-9][a-z0-9._-]{0,199}\/){0,4}[a-z0-9][a-z0-9._-]{0,199}$/i

/** No part is empty or begins with a dot, so that no key leads out of the storage folder. */
export function isImageKey(key: string) {
  return KEY.test(key)
}

/** `laddoo.webp` becomes `laddoo-3f2a9c1b5d.webp`: new content has a new key, so caches may keep it for ever. */
export function pictureKey(fileName: string, bytes: Uint8Array) {
  const { name, ext } = parse(fileName)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
  return `${name}-${hash}${ext}`.toLowerCase()
}

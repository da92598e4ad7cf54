import { createHash } from 'node:crypto'
import { parse } from 'node:path'

/** `laddoo.webp` becomes `laddoo-3f2a9c1b5d.webp`: new content, new key, so caches may keep it for ever. */
export function pictureKey(fileName: string, bytes: Uint8Array) {
  const { name, ext } = parse(fileName)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
  return `${name}-${hash}${ext}`.toLowerCase()
}

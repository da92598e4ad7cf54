import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ImageStore, isImageKey } from './image-store.ts'

export function createDiskImageStore(folder: string): ImageStore {
  return {
    async put(key, bytes) {
      if (!isImageKey(key)) throw new Error(`Not an image key: ${key}`)
      const path = join(folder, key)
      await mkdir(dirname(path), { recursive: true })
      // Renamed into place, so that nobody ever reads half a picture.
      const draft = `${path}.${randomUUID()}.draft`
      await writeFile(draft, bytes)
      await rename(draft, path)
    },
    async get(key) {
      if (!isImageKey(key)) return null
      try {
        return await readFile(join(folder, key))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async probe() {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
    },
  }
}

function isMissing(error: unknown) {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR'
}

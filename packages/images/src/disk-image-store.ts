import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ImageStore, isImageKey } from './image-store.ts'

/** The owner of the folder: what an earlier process was writing when it died is swept away. */
export function createDiskImageStore(folder: string): ImageStore {
  // No key begins with a dot, so nothing in here is ever served.
  const drafts = join(folder, '.drafts')
  rmSync(drafts, { recursive: true, force: true })

  return {
    async put(key, bytes) {
      if (!isImageKey(key)) throw new Error(`Not an image key: ${key}`)
      await writeWhole(drafts, join(folder, key), bytes)
    },
    async get(key) {
      if (!isImageKey(key)) return null
      try {
        const bytes = await readFile(join(folder, key))
        return bytes.length > 0 ? bytes : null
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async topKeys() {
      try {
        const entries = await readdir(folder, { withFileTypes: true })
        return entries.filter((entry) => entry.isFile() && isImageKey(entry.name)).map(({ name }) => name)
      } catch (error) {
        if (isMissing(error)) return []
        throw error
      }
    },
    async probe() {
      const path = join(folder, 'probe')
      await writeWhole(drafts, path, Buffer.from('1'))
      await rm(path, { force: true })
    },
  }
}

/** On disk before it has its name: nobody reads half a picture, not even after a power cut. */
async function writeWhole(drafts: string, path: string, bytes: Uint8Array) {
  await Promise.all([drafts, dirname(path)].map((folder) => mkdir(folder, { recursive: true })))
  const draft = join(drafts, randomUUID())
  try {
    await writeFile(draft, bytes, { flush: true })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await flushFolder(dirname(path))
}

/** A rename lasts once its folder is on disk. Windows has no such step. */
async function flushFolder(path: string) {
  if (process.platform === 'win32') return
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isMissing(error: unknown) {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR'
}

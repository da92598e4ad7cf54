import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ImageStore, isImageKey } from './image-store.ts'

/** Only one process may open a folder, because opening deletes the folder's temporary files. */
export function createDiskImageStore(folder: string): ImageStore {
  // No image key begins with a dot, so temporary files are never served.
  const temporaryFolder = join(folder, '.drafts')
  // A process that was killed may have left temporary files.
  rmSync(temporaryFolder, { recursive: true, force: true })

  return {
    async put(key, bytes) {
      if (!isImageKey(key)) throw new Error(`Not an image key: ${key}`)
      await writeAtomically(temporaryFolder, join(folder, key), bytes)
    },
    async get(key) {
      if (!isImageKey(key)) return null
      try {
        const bytes = await readFile(join(folder, key))
        // A copied or restored folder may have empty files.
        return bytes.length > 0 ? bytes : null
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async remove(key) {
      if (isImageKey(key)) await rm(join(folder, key), { force: true })
    },
    async listTopLevelKeys() {
      try {
        const entries = await readdir(folder, { withFileTypes: true })
        return entries.filter((entry) => entry.isFile() && isImageKey(entry.name)).map(({ name }) => name)
      } catch (error) {
        if (isMissing(error)) return []
        throw error
      }
    },
    async probe() {
      const path = join(folder, '.probe')
      await writeAtomically(temporaryFolder, path, Buffer.from('1'))
      await rm(path, { force: true })
    },
  }
}

/**
 * Flushes the temporary file to disk before the rename, so that no reader gets half a picture, not
 * even after a power cut.
 */
async function writeAtomically(temporaryFolder: string, path: string, bytes: Uint8Array) {
  await Promise.all([temporaryFolder, dirname(path)].map((folder) => mkdir(folder, { recursive: true })))
  const temporary = join(temporaryFolder, randomUUID())
  try {
    await writeFile(temporary, bytes, { flush: true })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await flushFolder(dirname(path))
}

/** Makes a rename durable. Windows cannot flush a folder. */
async function flushFolder(path: string) {
  if (process.platform === 'win32') return
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Whether the path does not exist, leads through a file (ENOTDIR) or is a folder (EISDIR). */
function isMissing(error: unknown) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR'
}

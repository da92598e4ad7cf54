import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { RELEASE_LIFETIME_DAYS, type ReleaseFiles } from './release-files.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** About fifty releases. */
const MAX_BYTES = 200 * 1024 * 1024

/** Stores the files in a folder. A file's modification time says when its release was last in use. */
export function createDiskReleaseFiles(folder: string, now: () => Date): ReleaseFiles {
  let prunedAt = Number.NEGATIVE_INFINITY

  async function pruneOncePerDay() {
    if (now().getTime() - prunedAt < DAY_MS) return
    prunedAt = now().getTime()
    const found = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = await Promise.all(
      found
        .filter((entry) => entry.isFile())
        .map(async ({ parentPath, name }) => {
          const path = join(parentPath, name)
          // A `.part` file may have been renamed since the folder was read.
          const state = await stat(path).catch(nullIfMissing)
          return { path, usedAt: state?.mtimeMs ?? now().getTime(), size: state?.size ?? 0 }
        }),
    )
    let bytes = 0
    for (const { path, usedAt, size } of files.toSorted((a, b) => b.usedAt - a.usedAt)) {
      bytes += size
      const isOld = usedAt < now().getTime() - RELEASE_LIFETIME_DAYS * DAY_MS
      if (isOld || bytes > MAX_BYTES) await rm(path, { force: true })
    }
  }

  return {
    async read(name) {
      return readFile(join(folder, name)).catch(nullIfMissing)
    },
    async save(name, bytes) {
      const path = join(folder, name)
      const time = now()
      const isStored = await utimes(path, time, time)
        .then(() => true)
        .catch(nullIfMissing)
      if (!isStored) {
        await mkdir(dirname(path), { recursive: true })
        // A reader sees the whole file or none.
        await writeFile(`${path}.part`, await bytes())
        await utimes(`${path}.part`, time, time)
        await rename(`${path}.part`, path)
      }
      await pruneOncePerDay()
    },
  }
}

function nullIfMissing(error: unknown) {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

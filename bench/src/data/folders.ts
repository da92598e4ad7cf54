import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Inside the repository, because a system's temporary folder may be in memory and not durable. */
export const CACHE_FOLDER = join(import.meta.dirname, '../../../.cache')
/** A process that was killed a moment ago may still create a file in its folder. */
const REMOVE_RETRIES = 10

const folders = new Set<string>()
// An interrupted run does not reach its own clean-up.
process.once('exit', () => folders.forEach(removeFolder))

export function createFolder() {
  mkdirSync(CACHE_FOLDER, { recursive: true })
  const folder = mkdtempSync(join(CACHE_FOLDER, 'bench-'))
  folders.add(folder)
  return folder
}

export function removeFolder(folder: string) {
  rmSync(folder, { recursive: true, force: true, maxRetries: REMOVE_RETRIES })
  folders.delete(folder)
}

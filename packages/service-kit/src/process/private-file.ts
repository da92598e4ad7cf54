import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'

/** Writes the file atomically and durably. Only the user who runs the store can read it. */
export function writePrivateFile(path: string, value: object) {
  const temporary = `${path}.new`
  const file = openSync(temporary, 'w', 0o600)
  try {
    writeSync(file, `${JSON.stringify(value, null, 2)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
  syncFolder(dirname(path))
}

/** A rename is durable once its folder is synced. Windows cannot sync a folder. */
function syncFolder(path: string) {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Returns null when the file does not exist, and throws when its content is not valid. */
export function readPrivateFile<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
): z.output<Schema> | null {
  const json = readText(path)
  if (json === null) return null
  try {
    return z.parse(schema, JSON.parse(json))
  } catch (error) {
    throw new Error(`The file ${path} is damaged; restore it from a backup`, { cause: error })
  }
}

function readText(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

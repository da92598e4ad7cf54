import { accessSync, constants, mkdirSync } from 'node:fs'

/** Private to the user who runs the store: it holds what shoppers trust the store with. */
export function makeDataFolder(path: string) {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`The data folder ${path} cannot be written (${code}): make it writable or set DATA_DIR`, {
      cause: error,
    })
  }
}

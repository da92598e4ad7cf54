import { join } from 'node:path'
import { type Database, openDatabase, type OpenDatabaseOptions } from './database.ts'
import { lockData } from './lock-data.ts'

export type OwnDatabaseOptions = Omit<OpenDatabaseOptions, 'path'> & {
  dataFolder: string
  /** The file's name without its extension. */
  name: string
}

/** Locks the folder first: a newer version must not migrate the tables under an older one that still serves. */
export function openOwnDatabase({ dataFolder, name, ...options }: OwnDatabaseOptions): Database {
  const lock = lockData(
    join(dataFolder, `${name}.lock`),
    `Another store uses the data folder ${dataFolder}: stop it, or set DATA_DIR to another`,
  )
  try {
    const database = openDatabase({ path: join(dataFolder, `${name}.sqlite`), ...options })
    return {
      ...database,
      async close() {
        await database.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '@nashta/sqlite/database'
import { lockData } from '@nashta/sqlite/lock-data'
import { identityMigrations } from './migrations.ts'

const pathIn = (dataFolder: string) => join(dataFolder, 'identity.sqlite')

/** Locked first: a newer version must not change the tables under an older one that still serves. */
export function openIdentityDatabase(dataFolder: string, now: () => Date): Database {
  const lock = lockData(
    join(dataFolder, 'identity.lock'),
    `Another store uses the data folder ${dataFolder}: stop it, or set DATA_DIR to another`,
  )
  try {
    const database = openDatabase({ path: pathIn(dataFolder), migrations: identityMigrations, now })
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

/** Beside whoever serves it: a second process may read and write, as long as it knows the same tables. */
export function joinIdentityDatabase(dataFolder: string, now: () => Date): Database {
  const path = pathIn(dataFolder)
  if (!existsSync(path))
    throw new Error(`There is no user pool in ${dataFolder}: start the store once, or set DATA_DIR`)
  return openDatabase({ path, migrations: identityMigrations, now })
}

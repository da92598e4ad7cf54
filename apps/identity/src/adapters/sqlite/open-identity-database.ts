import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '@nashta/sqlite/database'
import { openLockedDatabase } from '@nashta/sqlite/open-locked-database'
import { identityMigrations } from './schema.ts'

const NAME = 'identity'

export function openIdentityDatabase(dataFolder: string, now: () => Date): Database {
  return openLockedDatabase({ dataFolder, name: NAME, migrations: identityMigrations, now })
}

/** Opens the database without its process lock, so that `npm run admin` works while the store runs. */
export function openUnlockedIdentityDatabase(dataFolder: string, now: () => Date): Database {
  const path = join(dataFolder, `${NAME}.sqlite`)
  if (!existsSync(path))
    throw new Error(`There is no user pool in ${dataFolder}: start the store once, or set DATA_DIR`)
  return openDatabase({ path, migrations: identityMigrations, now })
}

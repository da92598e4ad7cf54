import { chmodSync, cpSync, existsSync, globSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { HELP_PICTURES_FOLDER } from '../apps/shop-api/src/tickets/ticket-pictures.ts'

/** Accounts come last, so that every order in the backup has its account. */
const DATABASES = ['shop', 'recommendations', 'identity']

const PICTURE_FOLDERS = ['images', HELP_PICTURES_FOLDER]

/** The files with the keys of the user pool. Without the keys, its accounts are useless. */
const KEY_FILES = '*.json'

/**
 * Copies the data of a store into a new folder that only this user can read. The store may run
 * meanwhile. The keys go to a second folder, so that they can be stored apart from the accounts.
 * A thief who has both could sign tokens for every account.
 */
export function backUp(dataFolder: string, backupFolder: string) {
  if (!existsSync(join(dataFolder, 'shop.sqlite'))) {
    throw new Error(`There is no store in ${dataFolder}: set DATA_DIR`)
  }
  if (existsSync(backupFolder)) {
    throw new Error(`${backupFolder} exists already: every backup needs a new folder`)
  }
  // The files inside need no mode of their own, because other users cannot enter the folders.
  for (const path of [backupFolder, keysFolderOf(backupFolder)]) {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    // A keys folder that existed before still has its old mode.
    chmodSync(path, 0o700)
  }
  for (const name of DATABASES)
    copyDatabase(join(dataFolder, `${name}.sqlite`), join(backupFolder, `${name}.sqlite`))
  for (const name of PICTURE_FOLDERS) {
    const pictures = join(dataFolder, name)
    if (existsSync(pictures)) cpSync(pictures, join(backupFolder, name), { recursive: true })
  }
  for (const file of globSync(KEY_FILES, { cwd: dataFolder }))
    cpSync(join(dataFolder, file), join(keysFolderOf(backupFolder), file))
}

/** The folder for the keys of the backup in `backupFolder`. */
export function keysFolderOf(backupFolder: string) {
  return `${resolve(backupFolder)}-keys`
}

/** Copies a database as it is at one moment. */
function copyDatabase(from: string, to: string) {
  // The database of a service that runs elsewhere is not in the data folder.
  if (!existsSync(from)) return
  const database = new DatabaseSync(from, { readOnly: true, timeout: 5000 })
  try {
    database.prepare('VACUUM INTO ?').run(to)
  } finally {
    database.close()
  }
}

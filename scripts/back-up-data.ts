import { cpSync, existsSync, globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { HELP_PICTURES_FOLDER } from '../apps/shop-api/src/tickets/ticket-pictures.ts'

/** Accounts come last, so that every order in the backup has its account. */
const DATABASES = ['shop', 'recommendations', 'identity']

const PICTURE_FOLDERS = ['images', HELP_PICTURES_FOLDER]

/** The files with the keys of the user pool, without which its accounts are useless. */
const KEY_FILES = '*.json'

/**
 * Copies the data of a store, which may run meanwhile, into a new folder that only this user can read. The keys go to a
 * folder of their own: with keys and accounts together, a thief could sign tokens.
 */
export function backUp(dataFolder: string, folder: string) {
  if (!existsSync(join(dataFolder, 'shop.sqlite'))) {
    throw new Error(`There is no store in ${dataFolder}: set DATA_DIR`)
  }
  if (existsSync(folder)) throw new Error(`${folder} exists already: every backup needs a new folder`)
  // The files inside need no mode of their own, because other users cannot enter the folders.
  for (const path of [folder, keysFolder(folder)]) mkdirSync(path, { recursive: true, mode: 0o700 })
  for (const name of DATABASES)
    copyDatabase(join(dataFolder, `${name}.sqlite`), join(folder, `${name}.sqlite`))
  for (const name of PICTURE_FOLDERS) {
    const pictures = join(dataFolder, name)
    if (existsSync(pictures)) cpSync(pictures, join(folder, name), { recursive: true })
  }
  for (const file of globSync(KEY_FILES, { cwd: dataFolder }))
    cpSync(join(dataFolder, file), join(keysFolder(folder), file))
}

/** Where `backUp` puts the keys. */
export function keysFolder(folder: string) {
  return `${folder}-keys`
}

/** Copies a database as it is at one moment. The database of a service that runs elsewhere is not in this folder. */
function copyDatabase(from: string, to: string) {
  if (!existsSync(from)) return
  const database = new DatabaseSync(from, { readOnly: true, timeout: 5000 })
  try {
    database.prepare('VACUUM INTO ?').run(to)
  } finally {
    database.close()
  }
}

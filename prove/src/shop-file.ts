import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Looks into the file of a store that may be running: what it says is what is durable. */
export function readShopFile<Row>(dataFolder: string, sql: string): Row[] {
  const file = new DatabaseSync(join(dataFolder, 'shop.sqlite'), { readOnly: true })
  try {
    return file.prepare(sql).all() as Row[]
  } finally {
    file.close()
  }
}

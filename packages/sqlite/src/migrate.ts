import type { DatabaseSync } from 'node:sqlite'

/** Forward only: an applied migration is never changed; the next one corrects a mistake. */
export type Migration = { id: number; name: string; sql: string }

export function migrate(connection: DatabaseSync, migrations: readonly Migration[], now: () => Date) {
  connection.exec(`
    CREATE TABLE IF NOT EXISTS migrations (id INTEGER PRIMARY KEY, name TEXT NOT NULL, appliedAt TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS probe (id INTEGER PRIMARY KEY, probedAt TEXT NOT NULL) STRICT;
  `)
  const applied = connection.prepare('SELECT id, name FROM migrations ORDER BY id')
  const record = connection.prepare('INSERT INTO migrations (id, name, appliedAt) VALUES (?, ?, ?)')

  // One transaction from the first read to the last change, so that processes that start together do not interleave.
  connection.exec('BEGIN IMMEDIATE')
  try {
    const done = new Map(applied.all().map((row) => [Number(row['id']), String(row['name'])]))
    assertNoneUnknown(done, migrations)
    for (const { id, name, sql } of migrations) {
      if (done.has(id)) continue
      connection.exec(sql)
      record.run(id, name, now().toISOString())
    }
    connection.exec('COMMIT')
  } catch (error) {
    connection.exec('ROLLBACK')
    throw error
  }
}

function assertNoneUnknown(done: Map<number, string>, migrations: readonly Migration[]) {
  for (const [id, name] of done) {
    if (migrations.some((migration) => migration.id === id && migration.name === name)) continue
    throw new Error(
      `The database has migration ${id} "${name}", which this version does not know: start the version that wrote it`,
    )
  }
}

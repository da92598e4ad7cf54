import type { DatabaseSync } from 'node:sqlite'

/** An applied migration is never changed or undone; a later migration corrects its mistakes. */
export type Migration = { id: number; name: string; sql: string }

export function migrate(connection: DatabaseSync, migrations: readonly Migration[], now: () => Date) {
  // `database.probe()` writes to the table `probe`.
  connection.exec(`
    CREATE TABLE IF NOT EXISTS migrations (id INTEGER PRIMARY KEY, name TEXT NOT NULL, appliedAt TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS probe (id INTEGER PRIMARY KEY, probedAt TEXT NOT NULL) STRICT;
  `)
  const selectApplied = connection.prepare('SELECT id, name FROM migrations ORDER BY id')
  const recordApplied = connection.prepare('INSERT INTO migrations (id, name, appliedAt) VALUES (?, ?, ?)')

  // Of two processes that start together, one waits here and then finds all migrations applied.
  connection.exec('BEGIN IMMEDIATE')
  try {
    const applied = new Map(selectApplied.all().map((row) => [Number(row['id']), String(row['name'])]))
    assertAppliedAreKnown(applied, migrations)
    for (const { id, name, sql } of migrations) {
      if (applied.has(id)) continue
      connection.exec(sql)
      recordApplied.run(id, name, now().toISOString())
    }
    connection.exec('COMMIT')
  } catch (error) {
    // After an error of the disk, SQLite has rolled back already.
    if (connection.isTransaction) connection.exec('ROLLBACK')
    throw error
  }
}

function assertAppliedAreKnown(applied: Map<number, string>, migrations: readonly Migration[]) {
  for (const [id, name] of applied) {
    if (migrations.some((migration) => migration.id === id && migration.name === name)) continue
    throw new Error(
      `The database has migration ${id} "${name}", which this version does not know: start the version that wrote it`,
    )
  }
}

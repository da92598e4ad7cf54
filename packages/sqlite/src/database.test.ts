import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openDatabase } from './database.ts'

const notes = {
  id: 1,
  name: 'notes',
  sql: 'CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT NOT NULL UNIQUE) STRICT',
}
const now = () => new Date('2026-01-01T00:00:00Z')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-sqlite-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = () => join(folder, 'test.sqlite')
const open = (migrations = [notes]) => openDatabase({ path: path(), migrations, now })

it('a database has WAL, synchronous FULL, foreign keys, a busy timeout and the file mode 0600', async () => {
  const database = open()
  const pragma = (name: string) => Object.values(database.connection.prepare(`PRAGMA ${name}`).get() ?? {})[0]

  expect(pragma('journal_mode')).toBe('wal')
  expect(pragma('synchronous'), 'FULL').toBe(2)
  expect(pragma('foreign_keys')).toBe(1)
  expect(pragma('busy_timeout')).toBe(5000)
  await database.write(() => database.connection.exec(`INSERT INTO notes (body) VALUES ('a')`))
  for (const suffix of ['', '-wal', '-shm']) expect(statSync(path() + suffix).mode & 0o777).toBe(0o600)
  await database.close()
})

it('a file that others could read, such as a restored backup, becomes private', async () => {
  await open().close()
  chmodSync(path(), 0o644)
  await open().close()
  expect(statSync(path()).mode & 0o777).toBe(0o600)
})

it('each migration is applied once, in order, and recorded', async () => {
  await open().close()
  const later = { id: 2, name: 'stars', sql: 'ALTER TABLE notes ADD COLUMN stars INTEGER NOT NULL DEFAULT 0' }
  const database = open([notes, later])

  expect(database.connection.prepare('SELECT id, name, appliedAt FROM migrations').all()).toEqual([
    { id: 1, name: 'notes', appliedAt: '2026-01-01T00:00:00.000Z' },
    { id: 2, name: 'stars', appliedAt: '2026-01-01T00:00:00.000Z' },
  ])
  await database.close()
})

it('a migration that fails leaves the schema unchanged', async () => {
  await open().close()
  const broken = {
    id: 2,
    name: 'broken',
    sql: 'CREATE TABLE half (id INTEGER); CREATE TABLE notes (id INTEGER)',
  }
  expect(() => open([notes, broken])).toThrow('already exists')

  const database = open()
  expect(
    database.connection.prepare(`SELECT name FROM sqlite_schema WHERE name = 'half'`).get(),
  ).toBeUndefined()
  await database.close()
})

it('a database that a newer version has migrated is refused', async () => {
  await open([notes, { id: 2, name: 'future', sql: 'CREATE TABLE future (id INTEGER)' }]).close()
  expect(() => open()).toThrow('migration 2 "future", which this version does not know')
})

/** A page has 4096 bytes, so the cut is inside the second page. */
const CUT_BYTES = 6000

it.each([
  ['is not a database', () => writeFileSync(path(), 'snacks '.repeat(1000))],
  ['was cut short', () => truncateSync(path(), CUT_BYTES)],
])('the error names the corrupt file when it %s', async (_case, damage) => {
  await open().close()
  damage()
  expect(open).toThrow(`The database file ${path()} is corrupt`)
})

it('a prepared statement reads the rows that a write has committed', async () => {
  const database = open()
  const insert = database.prepare('INSERT INTO notes (body) VALUES (?)')
  const select = database.prepare<{ id: number; body: string }>(
    'SELECT id, body FROM notes WHERE body = @body',
  )

  expect(await database.write(() => insert.run('laddoo'))).toEqual({ changes: 1, lastInsertRowid: 1 })
  expect(select.get({ body: 'laddoo' })?.id).toBe(1)
  expect(select.get({ body: 'barfi' })).toBeUndefined()
  expect(select.all({ body: 'laddoo' }).map(({ body }) => body)).toEqual(['laddoo'])
  await database.close()
})

it('a probe makes a real write, and rejects once the database is closed', async () => {
  const database = open()
  await database.probe()
  expect(database.connection.prepare('SELECT probedAt FROM probe').all()).toEqual([
    { probedAt: '2026-01-01T00:00:00.000Z' },
  ])
  await database.close()
  await expect(database.probe()).rejects.toThrow('closed')
})

it('cacheUntilCommit reads again after a commit, and caches nothing inside a write', async () => {
  const database = open()
  const count = database.prepare<{ notes: number }>('SELECT count(*) AS notes FROM notes')
  const insert = database.prepare('INSERT INTO notes (body) VALUES (?)')
  let reads = 0
  const cachedCount = database.cacheUntilCommit(() => {
    reads += 1
    return count.get()?.notes
  })
  expect([cachedCount(), cachedCount(), reads]).toEqual([0, 0, 1])

  const inside = await database.write(() => {
    insert.run('a')
    return cachedCount()
  })
  expect([inside, cachedCount()]).toEqual([1, 1])

  const failing = database.write(() => {
    insert.run('b')
    cachedCount()
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(cachedCount()).toBe(1)
  await database.close()
})

const isCanaryOnDisk = () =>
  readdirSync(folder).some((name) => readFileSync(join(folder, name), 'latin1').includes('canary'))

it('a deleted row leaves the disk when the last reader closes and the WAL is emptied', async () => {
  const database = open()
  await database.write(() => database.connection.exec("INSERT INTO notes (body) VALUES ('canary')"))
  database.emptyWriteAheadLog()
  const reader = new DatabaseSync(path(), { readOnly: true })
  reader.exec('BEGIN')
  reader.prepare('SELECT * FROM notes').all()

  await database.write(() => database.connection.exec('DELETE FROM notes'))
  database.emptyWriteAheadLog()
  expect(isCanaryOnDisk()).toBe(true)
  reader.close()
  await expect.poll(isCanaryOnDisk, { timeout: 10_000 }).toBe(false)
  await database.close()
})

it('a connection waits for locks again after a checkpoint that fails', async () => {
  const database = open()
  const { connection } = database
  const prepare = vi.spyOn(connection, 'prepare').mockImplementation(() => {
    throw new Error('disk I/O error')
  })
  expect(() => database.emptyWriteAheadLog()).toThrow('disk I/O error')
  prepare.mockRestore()
  expect(connection.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 5000 })
  await database.close()
})

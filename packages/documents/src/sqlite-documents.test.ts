import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqliteOutbox, OUTBOX_SQL } from '@nashta/outbox/sqlite-outbox'
import { type Database, openDatabase } from '@nashta/sqlite/database'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documentsSuite } from './documents.suite.ts'
import { Conflict } from './documents.ts'
import { createSqliteDocuments, DOCUMENTS_SQL, prepareDocumentWrites } from './sqlite-documents.ts'

const HOUR_MS = 60 * 60 * 1000
const KEY = { pk: 'notes#asha', sk: 'a' }

let folder: string
let database: Database
let time: number
const now = () => new Date(time)

const open = () => createSqliteDocuments({ database, now, outbox: createSqliteOutbox(database, now) })

describe('SQLite documents', () => {
  beforeEach(() => {
    time = 0
    folder = mkdtempSync(join(tmpdir(), 'nashta-documents-'))
    const sql = DOCUMENTS_SQL + OUTBOX_SQL
    database = openDatabase({
      path: join(folder, 'notes.sqlite'),
      migrations: [{ id: 1, name: 'documents', sql }],
      now,
    })
  })
  afterEach(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })

  documentsSuite(() => ({
    documents: open(),
    outboxKeys: () =>
      database.connection
        .prepare('SELECT key FROM outbox ORDER BY id')
        .all()
        .map((row) => String(row['key'])),
    breakOutbox: () =>
      database.connection.exec(
        `CREATE TRIGGER broken BEFORE INSERT ON outbox BEGIN SELECT raise(ABORT, 'broken'); END`,
      ),
  }))

  it('a commit deletes the documents that have expired', async () => {
    const documents = open()
    const expiresAt = new Date(HOUR_MS)
    await documents.commit([{ put: { key: KEY, body: {}, expiresAt }, seen: null }])
    const change = async (sk: string) =>
      documents.commit([{ put: { key: { pk: 'other', sk }, body: {} }, seen: null }])
    await change('1')
    expect(await documents.get(KEY)).not.toBeNull()
    time = HOUR_MS + 1
    await change('2')
    expect(await documents.get(KEY)).toBeNull()
  })

  it('two writes of one document in a transaction are an error, and nothing is written', async () => {
    const documents = open()
    const write = { put: { key: KEY, body: {} }, seen: null }
    await expect(documents.commit([write, write])).rejects.toThrow('only once')
    expect(await documents.get(KEY)).toBeNull()
  })

  it('a write of a larger transaction is undone with it, and refused like a commit', async () => {
    const documents = open()
    const writes = prepareDocumentWrites(database)
    const write = { put: { key: KEY, body: {} }, seen: null }
    const failing = database.write(() => {
      writes.write([write])
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect(await documents.get(KEY)).toBeNull()
    await database.write(() => writes.write([write]))
    await expect(database.write(() => writes.write([write]))).rejects.toBeInstanceOf(Conflict)
  })
})

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { jars } from './jars.fixture.ts'

let folder: string
let database: Database
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-writer-'))
  database = openDatabase({ path: join(folder, 'test.sqlite'), migrations: [jars], now: () => new Date(0) })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const put = (label: string, sweets: number, shelf: number | null = null) =>
  database.write(() => {
    database.connection
      .prepare('INSERT INTO jars (label, sweets, shelf) VALUES (?, ?, ?)')
      .run(label, sweets, shelf)
    return label
  })
const labels = () =>
  database.connection
    .prepare('SELECT label FROM jars ORDER BY label')
    .all()
    .map((row) => row['label'])

it('writes that arrive together share one transaction', async () => {
  const exec = vi.spyOn(database.connection, 'exec')
  await Promise.all(Array.from({ length: 50 }, (_, index) => put(`jar ${index}`, index)))

  expect(exec.mock.calls.filter(([sql]) => sql === 'COMMIT')).toHaveLength(1)
  expect(labels()).toHaveLength(50)
})

it('a write of the next turn of the event loop joins the transaction', async () => {
  const exec = vi.spyOn(database.connection, 'exec')
  const first = put('barfi', 7)
  await new Promise(setImmediate)
  await Promise.all([first, put('laddoo', 5)])

  expect(exec.mock.calls.filter(([sql]) => sql === 'COMMIT')).toHaveLength(1)
})

it('two failing writes leave the others of their transaction intact', async () => {
  const exec = vi.spyOn(database.connection, 'exec')
  const results = await Promise.allSettled([
    put('laddoo', 5),
    put('broken', -1),
    database.write(() => {
      database.connection.prepare('INSERT INTO jars (label, sweets) VALUES (?, ?)').run('half done', 1)
      throw new Error('changed my mind')
    }),
    put('barfi', 7),
  ])

  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(results[0]).toMatchObject({ value: 'laddoo' })
  expect(results[1]).toMatchObject({
    reason: { message: expect.stringContaining('CHECK constraint failed') },
  })
  expect(labels()).toEqual(['barfi', 'laddoo'])
  expect(exec.mock.calls.filter(([sql]) => sql === 'COMMIT')).toHaveLength(1)
})

it('a write that fails only at the commit fails alone', async () => {
  // The foreign key of the shelf is checked only at the commit.
  const results = await Promise.allSettled([put('laddoo', 5), put('no such shelf', 1, 99), put('barfi', 7)])

  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(labels()).toEqual(['barfi', 'laddoo'])
})

it('a write that rolls the whole transaction back fails alone', async () => {
  const reckless = database.write(() =>
    database.connection.exec(`INSERT OR ROLLBACK INTO jars (label, sweets) VALUES ('reckless', -1)`),
  )
  const results = await Promise.allSettled([put('laddoo', 5), reckless, put('barfi', 7)])

  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(labels()).toEqual(['barfi', 'laddoo'])
})

it('no write resolves when the commit fails, and the next write succeeds', async () => {
  const exec = database.connection.exec.bind(database.connection)
  const failing = vi.spyOn(database.connection, 'exec').mockImplementation((sql) => {
    if (sql === 'COMMIT') throw new Error('disk I/O error')
    return exec(sql)
  })
  const results = await Promise.allSettled([put('laddoo', 5), put('barfi', 7)])
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected'])

  failing.mockRestore()
  await put('jalebi', 3)
  expect(labels()).toEqual(['jalebi'])
})

it('a callback of onceDurable runs once, before the write resolves, and not after a rollback', async () => {
  const happened: string[] = []
  const putAndReport = async (label: string, sweets: number) => {
    await database.write(() => {
      database.onceDurable(() => happened.push(label))
      database.connection.prepare('INSERT INTO jars (label, sweets) VALUES (?, ?)').run(label, sweets)
    })
    happened.push(`${label} resolved`)
  }
  await Promise.allSettled([putAndReport('laddoo', 5), putAndReport('broken', -1), putAndReport('barfi', 7)])
  expect(happened).toEqual(['laddoo', 'barfi', 'laddoo resolved', 'barfi resolved'])

  await expect(putAndReport('alone and broken', -1)).rejects.toThrow('CHECK')
  await put('jalebi', 3)
  expect(happened).toHaveLength(4)
})

it('a write that no longer fits on the disk fails alone, and committed writes stay', async () => {
  await put('laddoo', 5)
  // The file may not grow. The small rows fit into its last page, and the huge one does not.
  const pages = Number(database.connection.prepare('PRAGMA page_count').get()?.['page_count'])
  database.connection.exec(`PRAGMA max_page_count = ${pages}`)

  const results = await Promise.allSettled([put('barfi', 7), put('huge'.repeat(10_000), 1), put('jalebi', 3)])
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(results[1]).toMatchObject({ reason: { message: 'database or disk is full' } })
  expect(labels()).toEqual(['barfi', 'jalebi', 'laddoo'])
})

it('a write is neither acknowledged nor stored if its process is killed before the commit', () => {
  const script = fileURLToPath(new URL('crash-before-commit.fixture.ts', import.meta.url))
  const path = join(folder, 'crash.sqlite')
  const run = spawnSync(process.execPath, [script, path], { encoding: 'utf8' })

  expect(run.signal).toBe('SIGKILL')
  expect(run.stdout.trim().split('\n')).toEqual(['acknowledged first'])
  const reopened = openDatabase({ path, migrations: [jars], now: () => new Date(0) })
  expect(reopened.connection.prepare('SELECT label FROM jars').all()).toEqual([{ label: 'first' }])
  reopened.connection.close()
})

it('an asynchronous write is refused and rolled back', async () => {
  const attempt = database.write(async () => {
    database.connection.prepare('INSERT INTO jars (label, sweets) VALUES (?, ?)').run('late', 1)
  })

  await expect(attempt).rejects.toThrow('A write must be synchronous')
  expect(labels()).toEqual([])
})

it('close finishes queued writes, in several batches, and refuses later ones', async () => {
  // A batch has at most 256 writes.
  const writes = Array.from({ length: 600 }, (_, index) => put(`jar ${index}`, 1))
  const closing = database.close()
  await expect(put('too late', 1)).rejects.toThrow('closed')
  await closing

  expect(await Promise.all(writes)).toHaveLength(600)
  database = openDatabase({ path: join(folder, 'test.sqlite'), migrations: [jars], now: () => new Date(0) })
  expect(labels()).toHaveLength(600)
})

it('a callback of onceDurable that throws neither repeats the write nor stops the next callback', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  let writeRuns = 0
  let nextCallbackRuns = 0
  await database.write(() => {
    writeRuns += 1
    database.onceDurable(() => {
      throw new Error('the cache is broken')
    })
    database.onceDurable(() => {
      nextCallbackRuns += 1
    })
    database.connection.prepare('INSERT INTO jars (label, sweets) VALUES (?, ?)').run('laddoo', 1)
  })
  expect({ writeRuns, nextCallbackRuns, labels: labels() }).toEqual({
    writeRuns: 1,
    nextCallbackRuns: 1,
    labels: ['laddoo'],
  })
  expect(warn).toHaveBeenCalledOnce()
})

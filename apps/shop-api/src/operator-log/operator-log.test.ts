import { Conflict } from '@nashta/documents/documents'
import { createSqliteDocuments } from '@nashta/documents/sqlite-documents'
import { describe, expect, it } from 'vitest'
import { describeOnBothStorages } from '../adapters/documents.fixture.ts'
import { shopDatabaseOfEachTest } from '../adapters/sqlite/shop-database.fixture.ts'
import { createOperatorLog, type LogEntry, type LogFilter, logWrites } from './operator-log.ts'

const ENTRY: LogEntry = {
  by: { sub: 'sub-of-asha', username: 'asha', email: 'asha@example.in' },
  at: '2026-02-01T10:00:00.000Z',
  kind: 'product',
  subject: 'laddoo',
  action: 'update',
  changes: { name: { from: 'Laddoo', to: 'Motichoor Laddoo' }, stock: { from: null, to: 3 } },
}
const RAVI = { sub: 'sub-of-ravi', username: 'ravi', email: null }

/** No two entries are of the same day, so the tests name an entry by its day of the month. */
const ENTRIES: LogEntry[] = [
  ENTRY,
  { ...ENTRY, at: '2026-02-02T10:00:00.000Z', subject: 'barfi' },
  { ...ENTRY, at: '2026-02-03T10:00:00.000Z', kind: 'shop', subject: 'shop', by: RAVI },
  { ...ENTRY, at: '2026-02-04T10:00:00.000Z', action: 'delete', by: RAVI },
]

describeOnBothStorages('operator log', (open) => {
  const create = () => createOperatorLog(open().documents)

  async function createFilledLog() {
    const log = create()
    for (const entry of ENTRIES) await log.append(entry)
    const daysOf = async (filter: LogFilter) => {
      const entries = await log.list(filter, { limit: 10 })
      return entries.map(({ at }) => Number(at.slice(8, 10)))
    }
    return { log, daysOf }
  }

  it('an entry is read as it was written', async () => {
    const log = create()
    await log.append(ENTRY)
    expect(await log.list({}, { limit: 10 })).toEqual([{ ...ENTRY, id: expect.any(String) }])
  })

  it.each<[string, LogFilter, number[]]>([
    ['no filter', {}, [4, 3, 2, 1]],
    ['a kind', { kind: 'product' }, [4, 2, 1]],
    ['a subject', { kind: 'product', subject: 'laddoo' }, [4, 1]],
    ['an operator', { by: 'sub-of-ravi' }, [4, 3]],
    ['a kind and an operator', { kind: 'product', by: 'sub-of-ravi' }, [4]],
    ['a subject and an operator', { kind: 'product', subject: 'laddoo', by: 'sub-of-asha' }, [1]],
    ['a start time', { from: '2026-02-03T10:00:00.000Z' }, [4, 3]],
    ['an end time', { until: '2026-02-03T10:00:00.000Z' }, [2, 1]],
    ['an end before the start', { from: '2026-02-04T00:00:00Z', until: '2026-02-02T00:00:00Z' }, []],
    ['a subject without entries', { kind: 'order', subject: 'laddoo' }, []],
  ])('a list with %s has the matching entries, newest first', async (_case, filter, days) => {
    const { daysOf } = await createFilledLog()
    expect(await daysOf(filter)).toEqual(days)
  })

  it.each<LogFilter>([{}, { kind: 'product' }, { from: '2026-02-02T00:00:00.000Z' }])(
    'pages with the filter %j have every matching entry once',
    async (filter) => {
      const { log } = await createFilledLog()
      const seen: string[] = []
      let after: string | undefined
      for (;;) {
        const page = await log.list(filter, { limit: 1, after })
        if (page.length === 0) break
        seen.push(...page.map(({ id }) => id))
        after = page.at(-1)?.id
      }
      expect(seen).toEqual((await log.list(filter, { limit: 10 })).map(({ id }) => id))
      expect(seen.length).toBeGreaterThan(2)
    },
  )

  it('entries of the same millisecond are listed newest first too', async () => {
    const log = create()
    const subjects = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const subject of subjects) await log.append({ ...ENTRY, subject })
    const entries = await log.list({}, { limit: 10 })
    expect(entries.map(({ subject }) => subject)).toEqual(subjects.toReversed())
  })

  it('a list with an invalid cursor is returned without an error', async () => {
    const { log } = await createFilledLog()
    for (const after of ['nonsense', '0', '9'])
      expect(await log.list({}, { limit: 10, after })).toBeInstanceOf(Array)
  })

  it('a log entry is never replaced', async () => {
    const { documents } = open()
    const writes = logWrites(ENTRY)
    await documents.commit(writes)
    await expect(documents.commit(writes)).rejects.toBeInstanceOf(Conflict)
    expect(await create().list({}, { limit: 2 })).toHaveLength(1)
  })

  it('an older entry, whose changes are JSON text, is read like any other', async () => {
    const { documents } = open()
    const body = { ...ENTRY, changes: JSON.stringify(ENTRY.changes) }
    await documents.commit([{ put: { key: { pk: 'log#all', sk: `${ENTRY.at}#1#x` }, body }, seen: null }])
    const [read] = await createOperatorLog(documents).list({}, { limit: 1 })
    expect(read).toMatchObject({ changes: ENTRY.changes })
  })

  it('a filter that leaves out most entries finds the older ones', async () => {
    const log = create()
    await log.append({ ...ENTRY, by: RAVI })
    for (const at of ['05', '06', '07', '08'])
      await log.append({ ...ENTRY, at: `2026-02-${at}T10:00:00.000Z` })
    const found = await log.list({ kind: 'product', by: RAVI.sub }, { limit: 1 })
    expect(found).toMatchObject([{ by: RAVI }])
  })
})

describe('the log on SQLite', () => {
  const database = shopDatabaseOfEachTest()

  it.each(["UPDATE documents SET body = '{}'", 'DELETE FROM documents'])(
    'the SQL statement %s is refused',
    async (sql) => {
      const log = createOperatorLog(createSqliteDocuments({ database: database(), now: () => new Date(0) }))
      await log.append(ENTRY)
      expect(() => database().connection.exec(sql)).toThrow('the log is append-only')
      expect(await log.list({}, { limit: 2 })).toHaveLength(1)
    },
  )
})

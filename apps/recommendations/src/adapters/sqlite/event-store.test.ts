import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { eventStoreSuite } from '../../events/event-store.suite.ts'
import { createSqliteEventStore } from './event-store.ts'
import { openRecommendationsDatabase } from './open-recommendations-database.ts'

eventStoreSuite('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nashta-events-'))
  const database = openRecommendationsDatabase(folder, () => new Date('2026-03-01T00:00:00Z'))
  onTestFinished(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })
  return createSqliteEventStore(database)
})

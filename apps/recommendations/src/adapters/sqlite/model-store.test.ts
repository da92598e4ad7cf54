import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { modelStoreSuite } from '../../training/model-store.suite.ts'
import { createSqliteModelStore } from './model-store.ts'
import { openRecommendationsDatabase } from './open-recommendations-database.ts'

modelStoreSuite('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nashta-models-'))
  const database = openRecommendationsDatabase(folder, () => new Date('2026-03-01T00:00:00Z'))
  onTestFinished(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })
  return createSqliteModelStore(database)
})

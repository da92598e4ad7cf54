import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { modelStoreSuite } from '../../training/model-store.suite.ts'
import { createSqliteModelStore } from './model-store.ts'
import { openRecommendationsDatabase } from './open-recommendations-database.ts'

let folder: string
let database: ReturnType<typeof openRecommendationsDatabase>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-models-'))
  database = openRecommendationsDatabase(folder, () => new Date('2026-03-01T00:00:00Z'))
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

modelStoreSuite('SQLite', async () => createSqliteModelStore(database))

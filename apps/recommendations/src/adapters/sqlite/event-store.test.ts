import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLockedDatabase } from '@nashta/sqlite/open-locked-database'
import { expect, it, onTestFinished } from 'vitest'
import { eventStoreSuite } from '../../events/event-store.suite.ts'
import { createSqliteEventStore } from './event-store.ts'
import { migrations } from './migrations.ts'
import { openRecommendationsDatabase } from './open-recommendations-database.ts'

const now = () => new Date('2026-03-01T00:00:00Z')

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'nashta-events-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function openStore(folder = makeFolder()) {
  const database = openRecommendationsDatabase(folder, now)
  onTestFinished(() => database.close())
  return createSqliteEventStore(database)
}

eventStoreSuite('SQLite', async () => openStore())

it('a cart from before its changes were stored stays as it was, and counts once', async () => {
  const dataFolder = makeFolder()
  const before = openLockedDatabase({
    dataFolder,
    name: 'recommendations',
    migrations: migrations.slice(0, 1),
    now,
  })
  await before.write(() => before.prepare("INSERT INTO carts VALUES ('asha', 'donut', 2, 3)").run())
  await before.close()

  const store = openStore(dataFolder)
  const at = now().toISOString()
  expect((await store.findShopper('asha')).cart).toEqual(new Set(['donut']))
  const lines = [{ productId: 'donut', quantity: 3 }]
  await store.add([{ id: 'cart:asha:4', kind: 'cart', userId: 'asha', version: 4, lines, at }])
  expect((await store.findShopper('asha')).history).toMatchObject([{ productId: 'donut', quantity: 1 }])
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@nashta/service-kit/process/logger'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createSqliteEventStore } from '../adapters/sqlite/event-store.ts'
import { createSqliteModelStore } from '../adapters/sqlite/model-store.ts'
import {
  openRecommendationsDatabase,
  recommendationsFile,
} from '../adapters/sqlite/open-recommendations-database.ts'
import type { ShopProduct } from '../catalogue/load-catalogue.ts'
import { encodeModel } from '../model/model-file.ts'
import { train } from '../model/train.ts'
import { startTrainer } from './start-trainer.ts'
import { runTrainingJob } from './training-job.ts'

/** So many that they are worked out in a thread. */
const CATALOGUE: ShopProduct[] = Array.from({ length: 1001 }, (_, index) => ({
  productId: `snack-${index}`,
  name: `snack ${index}`,
  price: 10,
  description: '',
  imageUrl: '',
  category: '',
}))

const aModel = (trainedAt: number) => encodeModel(train({ interactions: [], catalogue: [], now: trainedAt }))

/** One process beside another that trains as well, or alone. */
function openTrainer({ mayTrain = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'nashta-trainer-'))
  const clock = { now: new Date('2026-03-01T10:00:00Z') }
  const catalogue = { version: 1 }
  const thread: { until: Promise<void> } = { until: Promise.resolve() }
  const database = openRecommendationsDatabase(folder, () => clock.now)
  const events = createSqliteEventStore(database)
  const models = createSqliteModelStore(database)
  const trainer = startTrainer({
    events,
    models: { ...models, claimTraining: async () => mayTrain },
    source: { sqlite: recommendationsFile(folder) },
    loadCatalogue: async () => CATALOGUE,
    catalogueVersion: () => String(catalogue.version),
    async runInThread(job) {
      const { until } = thread
      const result = await runTrainingJob(job)
      await until
      return result
    },
    logger: createLogger({ service: 'recommendations', level: 'silent' }),
    now: () => clock.now,
  })
  onTestFinished(async () => {
    await trainer.close()
    await database.close()
    rmSync(folder, { recursive: true })
  })

  return {
    catalogue,
    thread,
    learn: trainer.learn,
    async look() {
      clock.now = new Date(clock.now.getTime() + 1000)
      return (await trainer.window()).served.model.trainedAt
    },
    /** The other process has learnt something. */
    async learnt(revision: string, bytes: Uint8Array) {
      const at = clock.now.toISOString()
      await events.take([{ id: revision, kind: 'view', userId: 'asha', productId: 'snack-1', at }])
      await models.write({ revision, bytes })
    },
  }
}

it('shows at once what another process has learnt', async () => {
  const test = openTrainer()
  expect(await test.look()).toBe(0)
  await test.learnt('1', aModel(5))
  await test.learn()
  expect(await test.look()).toBe(5)
})

it('goes on with what it has when it cannot read what another version of the service has learnt', async () => {
  const test = openTrainer()
  await test.learnt('1', aModel(5))
  expect(await test.look()).toBe(5)
  await test.learnt('2', new Uint8Array(100))
  await test.learn()
  expect(await test.look()).toBe(5)
  expect(await test.look()).toBe(5)
})

it('is not led back to an older model by a catalogue that was worked out with it', async () => {
  const test = openTrainer()
  await test.look()
  const { promise, resolve } = Promise.withResolvers<void>()
  test.thread.until = promise
  test.catalogue.version += 1
  await test.look()
  await test.learnt('1', aModel(5))
  const learning = test.learn()
  await expect.poll(() => test.look()).toBe(0)
  resolve()
  await learning

  await expect.poll(() => test.look()).toBe(5)
})

it('rests after a training, and still takes over what another process has learnt', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const test = openTrainer({ mayTrain: true })
  await test.learnt('0', aModel(3))
  await test.learn()
  expect(await test.look()).toBeGreaterThan(5)
  await test.learnt('2', aModel(5))
  vi.advanceTimersByTime(15_000)
  await expect.poll(() => test.look()).toBe(5)
})

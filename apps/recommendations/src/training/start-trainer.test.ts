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
import { runTrainingJob } from '../training-job.ts'
import { PRODUCTS_WITHOUT_THREAD_MAX, startTrainer } from './start-trainer.ts'

const snack = (index: number): ShopProduct => ({
  productId: `snack-${index}`,
  name: `snack ${index}`,
  price: 10,
  description: '',
  imageUrl: '',
  category: '',
})

/** So many products that the trainer combines them with a model in a thread. */
const PRODUCTS = Array.from({ length: PRODUCTS_WITHOUT_THREAD_MAX + 1 }, (_, index) => snack(index))

const aModel = (trainedAt: number) => encodeModel(train({ interactions: [], catalogue: [], now: trainedAt }))

/** Starts a trainer. Unless `getsLease`, another process holds the training lease. */
function openTrainer({ getsLease = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'nashta-trainer-'))
  const clock = { now: new Date('2026-03-01T10:00:00Z') }
  /** A load of the catalogue moves the clock by `loadMs`. */
  const catalogue = { version: 1, products: PRODUCTS, loads: 0, loadMs: 0, isDown: false }
  /** A job in the thread ends only after `released`. Trainings fail if `failsToTrain`. */
  const thread = { jobs: 0, trainings: 0, failsToTrain: false, released: Promise.resolve() }
  const logger = createLogger({ service: 'recommendations', level: 'silent' })
  const warn = vi.spyOn(logger, 'warn')
  const database = openRecommendationsDatabase(folder, () => clock.now)
  const events = createSqliteEventStore(database)
  const models = createSqliteModelStore(database)
  const trainer = startTrainer({
    events,
    models: { ...models, acquireTrainingLease: async () => getsLease },
    interactionSource: async () => ({ sqlite: recommendationsFile(folder) }),
    async loadCatalogue() {
      catalogue.loads += 1
      clock.now = new Date(clock.now.getTime() + catalogue.loadMs)
      if (catalogue.isDown) throw new Error('The Shop API is down')
      return catalogue.products
    },
    catalogueVersion: () => String(catalogue.version),
    async runInThread(job) {
      thread.jobs += 1
      if ('source' in job) {
        thread.trainings += 1
        if (thread.failsToTrain) throw new Error('out of memory')
      }
      const { released } = thread
      const result = await runTrainingJob(job)
      await released
      return result
    },
    logger,
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
    trainNow: trainer.trainNow,
    warnings: () => warn.mock.calls.map(([, message]) => message),
    /** Runs the check that the trainer makes every 15 seconds, and gives its work time to end. */
    async passCheckInterval() {
      clock.now = new Date(clock.now.getTime() + 15_000)
      vi.advanceTimersByTime(15_000)
      await new Promise((resolve) => setTimeout(resolve, 50))
    },
    /**
     * Requests a snapshot a second later, which starts a refresh in the background. Returns when
     * the model of the snapshot was trained.
     */
    async requestTrainedAt() {
      clock.now = new Date(clock.now.getTime() + 1000)
      return (await trainer.snapshot()).servedModel.model.trainedAt
    },
    /** As `requestTrainedAt`, but returns the snapshot after the refresh. */
    async refresh() {
      clock.now = new Date(clock.now.getTime() + 1000)
      await trainer.snapshot()
      await new Promise(setImmediate)
      return trainer.snapshot()
    },
    /** Stores a model and an event, which makes a new data version, as another process does. */
    async storeModelElsewhere(dataVersion: string, bytes: Uint8Array) {
      const at = clock.now.toISOString()
      await events.add([{ id: dataVersion, kind: 'view', userId: 'asha', productId: 'snack-1', at }])
      await models.write({ dataVersion, bytes })
    },
  }
}

it('a trainer without the lease uses the model of another process at once', async () => {
  const test = openTrainer()
  expect(await test.requestTrainedAt()).toBe(0)
  await test.storeModelElsewhere('1', aModel(5))
  await test.trainNow()
  expect(await test.requestTrainedAt()).toBe(5)
})

it('the trainer keeps its model when a stored one has an unknown format', async () => {
  const test = openTrainer()
  await test.storeModelElsewhere('1', aModel(5))
  expect(await test.requestTrainedAt()).toBe(5)
  await test.storeModelElsewhere('2', new Uint8Array(100))
  await test.trainNow()
  expect(await test.requestTrainedAt()).toBe(5)
  // The call above started a refresh in the background, which must not change the model either.
  expect(await test.requestTrainedAt()).toBe(5)
})

it('a slow catalogue refresh does not bring an older model back', async () => {
  const test = openTrainer()
  // Makes the first snapshot.
  await test.requestTrainedAt()
  const release = Promise.withResolvers<void>()
  test.thread.released = release.promise
  test.catalogue.version += 1
  test.catalogue.products = PRODUCTS.slice(1)
  // Starts a refresh with the old model, which waits in the thread.
  await test.requestTrainedAt()
  await test.storeModelElsewhere('1', aModel(5))
  // Loads the model of the other process, and waits for the refresh.
  const training = test.trainNow()
  await expect.poll(() => test.requestTrainedAt()).toBe(0)
  release.resolve()
  await training

  await expect.poll(() => test.requestTrainedAt()).toBe(5)
})

it('the trainer keeps its snapshot when a new catalogue version has the same products in another order', async () => {
  const test = openTrainer()
  const snapshotBefore = await test.refresh()
  test.catalogue.version += 1
  test.catalogue.products = structuredClone(PRODUCTS).toReversed()
  expect(await test.refresh()).toBe(snapshotBefore)
  await test.refresh()
  expect([test.catalogue.loads, test.thread.jobs]).toEqual([2, 1])
})

it.each<[string, Partial<ShopProduct>]>([
  ['name', { name: 'Laddoo' }],
  ['description', { description: 'Round.' }],
  ['category', { category: 'Sweets' }],
  ['price', { price: 11 }],
  ['imageUrl', { imageUrl: '/images/laddoo.avif' }],
])('a snapshot after a change of a product has the new %s', async (_field, change) => {
  const test = openTrainer()
  await test.refresh()
  test.catalogue.version += 1
  test.catalogue.products = PRODUCTS.with(7, { ...snack(7), ...change })
  expect((await test.refresh()).products.get('snack-7')).toMatchObject(change)
})

it('after a load of the catalogue, the trainer waits 20 times as long as the load took before the next one', async () => {
  const test = openTrainer()
  test.catalogue.loadMs = 100
  await test.refresh()
  const loads: number[] = []
  for (let refreshes = 1; refreshes <= 5; refreshes++) {
    test.catalogue.version += 1
    await test.refresh()
    loads.push(test.catalogue.loads)
  }
  // A load of 100 ms delays the next one by two seconds. Each refresh is a second after the last.
  expect(loads).toEqual([1, 2, 2, 3, 3])
})

it('a trainer that waits after a training still loads a newer model of another process', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const test = openTrainer({ getsLease: true })
  // The stored model was trained before the event arrived, so the trainer trains.
  await test.storeModelElsewhere('0', aModel(3))
  await test.trainNow()
  // The new model has the time of the clock. The models of the other process have 3 and 5.
  expect(await test.requestTrainedAt()).toBeGreaterThan(5)
  await test.storeModelElsewhere('2', aModel(5))
  // The trainer looks for a newer model every 15 seconds.
  vi.advanceTimersByTime(15_000)
  await expect.poll(() => test.requestTrainedAt()).toBe(5)
})

it('after a failed training, the next one waits for a minute, as after one that succeeded', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const test = openTrainer({ getsLease: true })
  await test.storeModelElsewhere('0', aModel(3))
  test.thread.failsToTrain = true
  await expect(test.trainNow()).rejects.toThrow('out of memory')
  for (let checks = 1; checks <= 3; checks++) await test.passCheckInterval()
  expect(test.thread.trainings).toBe(1)
  await test.passCheckInterval()
  await expect.poll(test.warnings).toEqual(['training failed; suggestions stay as they are'])
  expect(test.thread.trainings).toBe(2)
})

it('a failed refresh of the catalogue is not logged as a failed training', async () => {
  const test = openTrainer()
  const before = await test.refresh()
  test.catalogue.version += 1
  test.catalogue.isDown = true
  expect(await test.refresh()).toBe(before)
  expect(test.warnings()).toEqual(['the catalogue could not be refreshed; suggestions stay as they are'])
})

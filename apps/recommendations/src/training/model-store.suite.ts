import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { StoredModel, ModelStore } from './model-store.ts'

/** A model of pseudo-random bytes, so that a wrong order of its chunks is noticed. */
function aModel(dataVersion: number, size: number): StoredModel {
  const bytes = new Uint8Array(size).map((_, index) => Math.imul(index + dataVersion, 2_654_435_761) >>> 24)
  return { dataVersion: String(dataVersion), bytes }
}

/** Identifies a model by a short text. A failed comparison then does not print all its bytes. */
export function summaryOf(model: StoredModel | null) {
  return model && `${model.dataVersion} ${model.bytes.length} ${hash('sha256', model.bytes)}`
}

/**
 * The tests that every model store must pass. Each store that a test opens stands for a process.
 * All stores of a test have the same storage.
 */
export function modelStoreSuite(name: string, open: (holder?: string) => Promise<ModelStore>) {
  describe(`models in ${name}`, () => {
    it('read gives null before the first training', async () => {
      expect(await (await open()).read()).toBeNull()
    })

    it.each([
      ['100 bytes', 100],
      ['2 MB', 2_000_000],
    ])('a model of %s is read back byte for byte', async (_size, size) => {
      const store = await open()
      const model = aModel(7, size)
      await store.write(model)
      expect(summaryOf(await store.read())).toBe(summaryOf(model))
    })

    it('a second model replaces the first, also when it is smaller', async () => {
      const store = await open()
      // On DynamoDB, the first model has three chunks and the second has two.
      await store.write(aModel(1, 600_000))
      await store.write(aModel(2, 300_000))
      expect(summaryOf(await store.read())).toBe(summaryOf(aModel(2, 300_000)))
    })

    it('read gives null when the stored model was trained on the version `unlessTrainedOn`', async () => {
      const store = await open()
      await store.write(aModel(2, 100))
      expect(await store.read({ unlessTrainedOn: '2' })).toBeNull()
      expect(await store.read({ unlessTrainedOn: '1' })).toMatchObject({ dataVersion: '2' })
    })

    it('concurrent writes leave one complete model', async () => {
      const store = await open()
      await store.write(aModel(1, 700_000))
      const models = [2, 3, 4].map((dataVersion) => aModel(dataVersion, 700_000))
      await Promise.all(models.map((model) => store.write(model)))
      expect(models.map(summaryOf)).toContain(summaryOf(await store.read()))
    })

    it('the lease holder may acquire the lease again', async () => {
      const store = await open()
      expect(await store.acquireTrainingLease(60_000)).toBe(true)
      expect(await store.acquireTrainingLease(60_000)).toBe(true)
    })

    it('a released lease is free for another process at once', async () => {
      const [one, another] = [await open('one'), await open('another')]
      await one.acquireTrainingLease(60_000)
      await one.releaseTrainingLease()
      expect(await another.acquireTrainingLease(60_000)).toBe(true)
    })
  })
}

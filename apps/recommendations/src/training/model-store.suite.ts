import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { StoredModel, ModelStore } from './model-store.ts'

/** No two parts of it alike, so that none can stand in for another. */
function aModel(dataVersion: number, size: number): StoredModel {
  const bytes = new Uint8Array(size).map((_, index) => Math.imul(index + dataVersion, 2_654_435_761) >>> 24)
  return { dataVersion: String(dataVersion), bytes }
}

/** Short enough to be shown where it is not what it should be. */
export function shortly(kept: StoredModel | null) {
  return kept && `${kept.dataVersion} ${kept.bytes.length} ${hash('sha256', kept.bytes)}`
}

/** What every store of models must do; each that is opened in one test is another process's on the same place. */
export function modelStoreSuite(name: string, open: (holder?: string) => Promise<ModelStore>) {
  describe(`models in ${name}`, () => {
    it('read gives null before the first training', async () => {
      expect(await (await open()).read()).toBeNull()
    })

    it.each([
      ['small', 100],
      ['of 2 MB', 2_000_000],
    ])('reads back what is %s, byte for byte', async (_size, size) => {
      const store = await open()
      const model = aModel(7, size)
      await store.write(model)
      expect(shortly(await store.read())).toBe(shortly(model))
    })

    it('the newer of two models is stored, also when it is smaller', async () => {
      const store = await open()
      await store.write(aModel(1, 600_000))
      await store.write(aModel(2, 300_000))
      expect(shortly(await store.read())).toBe(shortly(aModel(2, 300_000)))
    })

    it('read gives null for the known version', async () => {
      const store = await open()
      await store.write(aModel(2, 100))
      expect(await store.read('2')).toBeNull()
      expect(await store.read('1')).toMatchObject({ dataVersion: '2' })
    })

    it('concurrent writes leave one complete model', async () => {
      const store = await open()
      await store.write(aModel(1, 700_000))
      const models = [2, 3, 4].map((dataVersion) => aModel(dataVersion, 700_000))
      await Promise.all(models.map((model) => store.write(model)))
      expect(models.map(shortly)).toContain(shortly(await store.read()))
    })

    it('the lease holder may acquire the lease again', async () => {
      const store = await open()
      const until = new Date('2030-01-01T00:00:00Z')
      expect(await store.acquireTrainingLease(until)).toBe(true)
      expect(await store.acquireTrainingLease(until)).toBe(true)
    })

    it('a released lease is free for another process at once', async () => {
      const [one, another] = [await open('one'), await open('another')]
      const until = new Date('2030-01-01T00:00:00Z')
      await one.acquireTrainingLease(until)
      await one.releaseTrainingLease()
      expect(await another.acquireTrainingLease(until)).toBe(true)
    })
  })
}

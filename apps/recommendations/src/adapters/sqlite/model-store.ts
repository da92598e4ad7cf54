import type { Database } from '@nashta/sqlite/database'
import type { StoredModel, ModelStore } from '../../training/model-store.ts'

/** One process has the data folder to itself, so nobody else could train. */
export function createSqliteModelStore({ connection, write }: Database): ModelStore {
  const select = connection.prepare('SELECT revision, bytes FROM models WHERE id = 1 AND revision IS NOT ?')
  const save = connection.prepare('INSERT OR REPLACE INTO models (id, revision, bytes) VALUES (1, ?, ?)')

  return {
    async read(known) {
      return (select.get(known ?? null) as StoredModel | undefined) ?? null
    },
    async write({ revision, bytes }) {
      await write(() => save.run(revision, bytes))
    },
    acquireTrainingLease: async () => true,
    releaseTrainingLease: async () => {},
  }
}

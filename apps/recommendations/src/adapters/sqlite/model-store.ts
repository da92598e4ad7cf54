import type { Database } from '@nashta/sqlite/database'
import type { StoredModel, ModelStore } from '../../training/model-store.ts'

/** Only one process uses the data folder, so it always gets the training lease. */
export function createSqliteModelStore({ prepare, write }: Database): ModelStore {
  // With null as the parameter, the condition holds for every version.
  const select = prepare<StoredModel>(
    'SELECT dataVersion, bytes FROM models WHERE id = 1 AND dataVersion IS NOT ?',
  )
  const save = prepare('INSERT OR REPLACE INTO models (id, dataVersion, bytes) VALUES (1, ?, ?)')

  return {
    async read(options) {
      return select.get(options?.unlessTrainedOn ?? null) ?? null
    },
    async write({ dataVersion, bytes }) {
      await write(() => save.run(dataVersion, bytes))
    },
    acquireTrainingLease: async () => true,
    releaseTrainingLease: async () => {},
  }
}

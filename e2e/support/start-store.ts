import { startStoreProcess } from '@nashta/store/store-process.fixture'

/** Starts one store for all journeys. */
export default async function startStore() {
  const store = await startStoreProcess({ RATE_LIMIT_SCALE: '1000' })
  process.env['STORE_URL'] = store.url
  return async () => {
    await store.stop()
  }
}

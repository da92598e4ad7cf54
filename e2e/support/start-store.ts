import { startStoreProcess } from '@nashta/store/store-process.fixture'

/** Starts one store for all journeys. */
export default async function startStore() {
  // All journeys come from one address, so the rate limits are a thousand times higher.
  const store = await startStoreProcess({ RATE_LIMIT_SCALE: '1000' })
  process.env['STORE_URL'] = store.url
  return async () => {
    await store.stop()
  }
}

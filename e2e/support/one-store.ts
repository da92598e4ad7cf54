import { startStoreProcess } from '@nashta/store/store-process.fixture'

/** One store for all journeys, as one shop serves all its visitors. */
export default async function startOneStore() {
  const store = await startStoreProcess({ RATE_LIMIT_SCALE: '1000' })
  process.env['STORE_URL'] = store.url
  return async () => {
    await store.stop()
  }
}

import type { FetchApi } from '../app/server/shop-api.server.ts'

const TIMEOUT_MS = 2_000

/** A Shop API at another address. */
export function remoteApi(url: string) {
  const fetchApi: FetchApi = (path, init) =>
    fetch(new URL(path, url), { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })

  return {
    fetchApi,
    probe: async () => {
      const response = await fetchApi('/readyz')
      if (!response.ok) throw new Error(`The Shop API at ${url} is not ready`)
    },
  }
}

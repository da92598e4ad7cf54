import type { FetchApi } from '../app/server/shop-api.server.ts'

/** A Shop API at another address. */
export function remoteApi(url: string) {
  const fetchApi: FetchApi = (path, init) => fetch(new URL(path, url), init)

  return {
    fetchApi,
    probe: async () => {
      const response = await fetchApi('/readyz')
      if (!response.ok) throw new Error(`The Shop API at ${url} is not ready`)
    },
  }
}

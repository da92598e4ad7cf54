import { afterEach, expect, it, vi } from 'vitest'
import { connectShopApi } from './remote-shop-api.ts'

afterEach(() => vi.unstubAllGlobals())

function connect(first: Response) {
  const api = { response: first, time: 0 }
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: URL, { method }: RequestInit) => {
    requests.push(`${method} ${url.href}`)
    return api.response
  })
  const shop = connectShopApi('http://shop.example/', { timeoutMs: 1000, now: () => new Date(api.time) })
  /** The catalogue version after two polls: a new ETag becomes the version one poll after it was received. */
  async function versionAfterPolls() {
    for (let poll = 0; poll < 2; poll++) {
      api.time += 1000
      shop.catalogueVersion()
      await new Promise(setImmediate)
    }
    return shop.catalogueVersion()
  }
  return { api, shop, requests, versionAfterPolls }
}

const tagged = (etag: string, status = 200) => new Response(null, { status, headers: { etag } })

it('a changed catalogue version of a remote Shop API is made of the ETags of products and shop', async () => {
  const { api, requests, versionAfterPolls } = connect(tagged('"one"'))
  expect(await versionAfterPolls()).toBe('initial')
  api.response = tagged('"two"')
  expect(await versionAfterPolls()).toBe('"two" "two"')
  expect(new Set(requests)).toEqual(
    new Set(['HEAD http://shop.example/api/products', 'HEAD http://shop.example/api/shop']),
  )
})

it.each([
  ['fails', tagged('"two"', 503)],
  ['sends no ETag', new Response(null)],
])('the catalogue version stays while the Shop API %s', async (_case, response) => {
  const { api, versionAfterPolls } = connect(tagged('"one"'))
  await versionAfterPolls()
  api.response = response
  expect(await versionAfterPolls()).toBe('initial')
})

it('a Shop API that is not ready fails its probe', async () => {
  await expect(connect(new Response(null, { status: 503 })).shop.probe()).rejects.toThrow('is not ready')
})

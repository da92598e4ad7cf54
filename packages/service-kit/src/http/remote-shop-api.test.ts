import { afterEach, expect, it, vi } from 'vitest'
import { connectShopApi } from './remote-shop-api.ts'

afterEach(() => vi.unstubAllGlobals())

/** `api.response` is the response to all requests, and `api.time` is the time of the client. */
function connect(first: Response) {
  const api = { response: first, time: 0 }
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: URL, { method }: RequestInit) => {
    requests.push(`${method} ${url.href}`)
    return api.response
  })
  const shop = connectShopApi('http://shop.example/', { timeoutMs: 1000, now: () => new Date(api.time) })
  /** Polls twice, because a new ETag becomes the version one poll after it was received. */
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

function responseWithEtag(etag: string, status = 200) {
  return new Response(null, { status, headers: { etag } })
}

it('after a change, the catalogue version is made of the ETags of products, shop, storefront and ways to pay', async () => {
  const { api, requests, versionAfterPolls } = connect(responseWithEtag('"one"'))
  // The first ETags count as the version `initial`.
  expect(await versionAfterPolls()).toBe('initial')
  api.response = responseWithEtag('"two"')
  expect(await versionAfterPolls()).toBe('"two" "two" "two" "two"')
  expect(new Set(requests)).toEqual(
    new Set([
      'HEAD http://shop.example/api/products',
      'HEAD http://shop.example/api/shop',
      'HEAD http://shop.example/api/storefront',
      'HEAD http://shop.example/api/payment-methods',
    ]),
  )
})

it.each([
  ['fails', responseWithEtag('"two"', 503)],
  ['sends no ETag', new Response(null)],
])('the catalogue version stays while the Shop API %s', async (_case, response) => {
  const { api, versionAfterPolls } = connect(responseWithEtag('"one"'))
  await versionAfterPolls()
  api.response = response
  expect(await versionAfterPolls()).toBe('initial')
})

it('the probe of a Shop API that is not ready rejects', async () => {
  await expect(connect(new Response(null, { status: 503 })).shop.probe()).rejects.toThrow('is not ready')
})

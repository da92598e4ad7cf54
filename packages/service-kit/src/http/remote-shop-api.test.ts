import { afterEach, expect, it, vi } from 'vitest'
import { connectShopApi } from './remote-shop-api.ts'

afterEach(() => vi.unstubAllGlobals())

function connect(response: Response) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: URL, { method }: RequestInit) => {
    requests.push(`${method} ${url.href}`)
    return response
  })
  return { shop: connectShopApi('http://shop.example/', { timeoutMs: 1000 }), requests }
}

it('the catalogue version of a remote Shop API is the ETag of its product list', async () => {
  const { shop, requests } = connect(new Response(null, { headers: { etag: '"one"' } }))
  expect(await shop.catalogueVersion()).toBe('"one"')
  expect(requests).toEqual(['HEAD http://shop.example/api/products'])
})

it.each([
  ['fails', new Response(null, { status: 503, headers: { etag: '"one"' } })],
  ['sends no ETag', new Response(null)],
])('there is no catalogue version while the Shop API %s', async (_case, response) => {
  await expect(connect(response).shop.catalogueVersion()).rejects.toThrow('The Shop API responded')
})

it('a Shop API that is not ready fails its probe', async () => {
  await expect(connect(new Response(null, { status: 503 })).shop.probe()).rejects.toThrow('is not ready')
})

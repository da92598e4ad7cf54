import { expect, it } from 'vitest'
import { revalidatingFetch } from './revalidating-fetch.ts'

/** A server with one list. `tags` are the If-None-Match headers of the requests. */
function aServer() {
  const server = { version: 1, tags: [] as (string | null)[] }
  const fetch = revalidatingFetch(async (_url, init) => {
    const etag = `"${server.version}"`
    const tag = new Headers(init.headers).get('if-none-match')
    server.tags.push(tag)
    if (tag === etag) return new Response(null, { status: 304 })
    return new Response(`list ${server.version}`, { headers: { etag } })
  })
  return { server, fetch }
}

const asOperator = (token: string, method = 'GET') => ({ method, headers: { authorization: token } })

it('a 304 becomes the last response of the same list', async () => {
  const { server, fetch } = aServer()
  await fetch('/orders', asOperator('a'))
  const again = await fetch('/orders', asOperator('a'))
  expect([again.status, await again.text()]).toEqual([200, 'list 1'])
  server.version = 2
  expect(await (await fetch('/orders', asOperator('a'))).text()).toBe('list 2')
  expect(server.tags).toEqual([null, '"1"', '"1"'])
})

it('a request to another address, of another operator or with another method has no ETag', async () => {
  const { server, fetch } = aServer()
  await fetch('/orders', asOperator('a'))
  await fetch('/orders?work=pack', asOperator('a'))
  await fetch('/orders', asOperator('b'))
  await fetch('/orders', asOperator('a', 'POST'))
  expect(server.tags).toEqual([null, null, null, null])
})

it('the last twenty responses are cached, each of another address', async () => {
  const { server, fetch } = aServer()
  for (let page = 0; page < 21; page += 1) await fetch(`/orders?page=${page}`, asOperator('a'))
  await fetch('/orders?page=0', asOperator('a'))
  await fetch('/orders?page=20', asOperator('a'))
  expect(server.tags.slice(-2)).toEqual([null, '"1"'])
})

import { expect, it } from 'vitest'
import { revalidatingFetch } from './revalidating-fetch.ts'

/**
 * A server that returns the same list for every URL. `sentETags` has the If-None-Match header of
 * each request.
 */
function aServer() {
  const server = { version: 1, sentETags: [] as (string | null)[] }
  const fetch = revalidatingFetch(async (_url, init) => {
    const etag = `"${server.version}"`
    const sentETag = new Headers(init.headers).get('if-none-match')
    server.sentETags.push(sentETag)
    if (sentETag === etag) return new Response(null, { status: 304 })
    return new Response(`list ${server.version}`, { headers: { etag } })
  })
  return { server, fetch }
}

const asOperator = (token: string, method = 'GET') => ({ method, headers: { authorization: token } })

it('a 304 becomes the last response to the same request', async () => {
  const { server, fetch } = aServer()
  await fetch('/orders', asOperator('a'))
  const again = await fetch('/orders', asOperator('a'))
  expect([again.status, await again.text()]).toEqual([200, 'list 1'])
  server.version = 2
  expect(await (await fetch('/orders', asOperator('a'))).text()).toBe('list 2')
  expect(server.sentETags).toEqual([null, '"1"', '"1"'])
})

it('a request with another URL, operator or method is sent without an ETag', async () => {
  const { server, fetch } = aServer()
  await fetch('/orders', asOperator('a'))
  await fetch('/orders?work=pack', asOperator('a'))
  await fetch('/orders', asOperator('b'))
  await fetch('/orders', asOperator('a', 'POST'))
  expect(server.sentETags).toEqual([null, null, null, null])
})

it('the last twenty responses are cached, and older ones are evicted', async () => {
  const { server, fetch } = aServer()
  for (let page = 0; page < 21; page += 1) await fetch(`/orders?page=${page}`, asOperator('a'))
  await fetch('/orders?page=0', asOperator('a'))
  await fetch('/orders?page=20', asOperator('a'))
  expect(server.sentETags.slice(-2)).toEqual([null, '"1"'])
})

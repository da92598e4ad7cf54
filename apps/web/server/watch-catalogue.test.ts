import { expect, it } from 'vitest'
import { watchCatalogue } from './watch-catalogue.ts'

function setup() {
  const api = { time: 0, respond: async () => tagged('"one"') }
  const requests: unknown[] = []
  const version = watchCatalogue({
    now: () => new Date(api.time),
    fetchApi: (path, init) => {
      requests.push([path, init?.method])
      return api.respond()
    },
  })
  return { api, requests, version }
}

const tagged = (etag: string) => new Response(null, { headers: { etag } })
const settled = () => new Promise(setImmediate)

it('the version is initial until the ETag changes, is polled once a second, and shows one poll later', async () => {
  const { api, requests, version } = setup()
  expect([version(), version()]).toEqual(['initial', 'initial'])
  await settled()
  expect(version()).toBe('initial')

  api.respond = async () => tagged('"two"')
  api.time = 999
  expect(version()).toBe('initial')
  for (const [time, shown] of [
    [1000, 'initial'],
    [2000, '"two"'],
  ] as const) {
    api.time = time
    version()
    await settled()
    expect(version()).toBe(shown)
  }
  expect(requests).toEqual(Array.from({ length: 3 }, () => ['/api/products', 'HEAD']))
})

it.each([
  ['refuses the connection', () => Promise.reject(new TypeError('fetch failed'))],
  ['never responds', () => new Promise<Response>(() => {})],
])('the last version stays while the API %s', async (_case, respond) => {
  const { api, version } = setup()
  version()
  await settled()
  api.respond = respond
  for (api.time of [2000, 4000, 6000]) {
    expect(version()).toBe('initial')
    await settled()
  }
})

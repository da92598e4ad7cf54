import { expect, it } from 'vitest'
import { watchCatalogue } from './watch-catalogue.ts'

function setup() {
  const api = { time: 0, polls: 0, etag: async () => '"one"' }
  const version = watchCatalogue({
    now: () => new Date(api.time),
    fetchEtag: () => {
      api.polls += 1
      return api.etag()
    },
  })
  return { api, version }
}

const settled = () => new Promise(setImmediate)

it('the version is initial until the ETag changes, is polled once a second, and shows one poll later', async () => {
  const { api, version } = setup()
  expect([version(), version()]).toEqual(['initial', 'initial'])
  await settled()
  expect(version()).toBe('initial')

  api.etag = async () => '"two"'
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
  expect(api.polls).toBe(3)
})

it.each([
  ['refuses the connection', () => Promise.reject(new TypeError('fetch failed'))],
  ['never responds', () => new Promise<string>(() => {})],
])('the last version stays while the API %s', async (_case, etag) => {
  const { api, version } = setup()
  version()
  await settled()
  api.etag = etag
  for (api.time of [2000, 4000, 6000]) {
    expect(version()).toBe('initial')
    await settled()
  }
})

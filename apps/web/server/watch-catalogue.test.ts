import { expect, it } from 'vitest'
import { watchCatalogue } from './watch-catalogue.ts'

function setup() {
  const api = { time: 0, looks: 0, version: async () => '"one"' }
  const version = watchCatalogue({
    now: () => new Date(api.time),
    look: () => {
      api.looks += 1
      return api.version()
    },
  })
  return { api, version }
}

const settled = () => new Promise(setImmediate)

it('waits for its first look, which all share, then looks once a second and tells at the next look', async () => {
  const { api, version } = setup()
  expect(await Promise.all([version(), version()])).toEqual(['"one"', '"one"'])

  api.version = async () => '"two"'
  api.time = 999
  expect(await version()).toBe('"one"')
  for (const [time, shown] of [
    [1000, '"one"'],
    [2000, '"two"'],
  ] as const) {
    api.time = time
    await version()
    await settled()
    expect(await version()).toBe(shown)
  }
  expect(api.looks).toBe(3)
})

it.each([
  ['refuses', () => Promise.reject(new TypeError('fetch failed'))],
  ['never answers', () => new Promise<string>(() => {})],
])('keeps what it saw while the API %s', async (_case, look) => {
  const { api, version } = setup()
  await version()
  api.version = look
  for (api.time of [2000, 4000, 6000]) {
    expect(await version()).toBe('"one"')
    await settled()
  }
})

import { expect, it } from 'vitest'
import { watchCatalogue } from './watch-catalogue.ts'

function setup() {
  const api = { time: 0, polls: 0, etag: async () => '"one"' }
  const version = watchCatalogue({
    now: () => new Date(api.time),
    fetchEtags: () => {
      api.polls += 1
      return api.etag()
    },
  })
  return { api, version }
}

const settled = () => new Promise(setImmediate)

/** The version after the poll that a call at this time starts. */
async function pollAt(time: number, { api, version }: ReturnType<typeof setup>) {
  api.time = time
  version()
  await settled()
  return version()
}

it('the version is "initial" while the ETag has not changed', async () => {
  const watched = setup()
  expect(watched.version()).toBe('initial')
  for (const time of [0, 1000, 2000]) expect(await pollAt(time, watched)).toBe('initial')
})

it('a new ETag becomes the version one poll after it was first seen', async () => {
  const watched = setup()
  await pollAt(0, watched)
  watched.api.etag = async () => '"two"'
  expect(await pollAt(1000, watched)).toBe('initial')
  expect(await pollAt(2000, watched)).toBe('"two"')
})

it('the ETag is polled at most once a second', async () => {
  const watched = setup()
  for (const time of [0, 0, 999]) await pollAt(time, watched)
  expect(watched.api.polls).toBe(1)
  await pollAt(1000, watched)
  expect(watched.api.polls).toBe(2)
})

it.each([
  ['refuses the connection', () => Promise.reject(new TypeError('fetch failed'))],
  ['never responds', () => new Promise<string>(() => {})],
])('the last version stays while the API %s', async (_case, etag) => {
  const watched = setup()
  await pollAt(0, watched)
  watched.api.etag = async () => '"two"'
  for (const time of [1000, 2000]) await pollAt(time, watched)

  watched.api.etag = etag
  for (const time of [3000, 4000, 5000]) expect(await pollAt(time, watched)).toBe('"two"')
})

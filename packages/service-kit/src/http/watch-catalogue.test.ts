import { expect, it } from 'vitest'
import { watchCatalogue } from './watch-catalogue.ts'

function watchFakeApi() {
  const api = { time: 0, polls: 0, fetchEtag: async () => '"one"' }
  const readVersion = watchCatalogue({
    now: () => new Date(api.time),
    fetchEtags: () => {
      api.polls += 1
      return api.fetchEtag()
    },
  })
  return { api, readVersion }
}

const waitForPoll = () => new Promise(setImmediate)

/** Reads the version at this time, which may start a poll. Returns the version after that poll. */
async function pollAt(time: number, { api, readVersion }: ReturnType<typeof watchFakeApi>) {
  api.time = time
  readVersion()
  await waitForPoll()
  return readVersion()
}

it('the version is "initial" while the ETag has not changed', async () => {
  const watched = watchFakeApi()
  expect(watched.readVersion()).toBe('initial')
  for (const time of [0, 1000, 2000]) expect(await pollAt(time, watched)).toBe('initial')
})

it('a new ETag becomes the version one poll after it was first seen', async () => {
  const watched = watchFakeApi()
  await pollAt(0, watched)
  watched.api.fetchEtag = async () => '"two"'
  expect(await pollAt(1000, watched)).toBe('initial')
  expect(await pollAt(2000, watched)).toBe('"two"')
})

it('the ETag is polled at most once a second', async () => {
  const watched = watchFakeApi()
  for (const time of [0, 0, 999]) await pollAt(time, watched)
  expect(watched.api.polls).toBe(1)
  await pollAt(1000, watched)
  expect(watched.api.polls).toBe(2)
})

it('the ETag is polled again after the clock was set back', async () => {
  const watched = watchFakeApi()
  await pollAt(3_600_000, watched)
  await pollAt(0, watched)
  expect(watched.api.polls).toBe(2)
})

it.each([
  ['refuses the connection', () => Promise.reject(new TypeError('fetch failed'))],
  ['never responds', () => new Promise<string>(() => {})],
])('the last version stays while the API %s', async (_case, fetchEtag) => {
  const watched = watchFakeApi()
  await pollAt(0, watched)
  watched.api.fetchEtag = async () => '"two"'
  for (const time of [1000, 2000]) await pollAt(time, watched)

  watched.api.fetchEtag = fetchEtag
  for (const time of [3000, 4000, 5000]) expect(await pollAt(time, watched)).toBe('"two"')
})

it('the first ETag after a failed first poll is a new version', async () => {
  const watched = watchFakeApi()
  const { fetchEtag } = watched.api
  watched.api.fetchEtag = () => Promise.reject(new TypeError('fetch failed'))
  expect(await pollAt(0, watched)).toBe('initial')
  watched.api.fetchEtag = fetchEtag
  expect(await pollAt(1000, watched)).toBe('initial')
  expect(await pollAt(2000, watched)).toBe('"one"')
})

import { expect, it } from 'vitest'
import { lookAtList, watchCatalogue } from './watch-catalogue.ts'

function setup() {
  const api = { time: 0, answer: async () => tagged('"one"') }
  const asked: unknown[] = []
  const version = watchCatalogue({
    now: () => new Date(api.time),
    look: lookAtList((path, init) => {
      asked.push([path, init?.method])
      return api.answer()
    }),
  })
  return { api, asked, version }
}

const tagged = (etag: string) => new Response(null, { headers: { etag } })
const settled = () => new Promise(setImmediate)

it('waits for its first look, which all share, then looks once a second and tells at the next look', async () => {
  const { api, asked, version } = setup()
  expect(await Promise.all([version(), version()])).toEqual(['"one"', '"one"'])

  api.answer = async () => tagged('"two"')
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
  expect(asked).toEqual(Array.from({ length: 3 }, () => ['/api/products', 'HEAD']))
})

it.each([
  ['refuses', () => Promise.reject(new TypeError('fetch failed'))],
  ['never answers', () => new Promise<Response>(() => {})],
])('keeps what it saw while the API %s', async (_case, answer) => {
  const { api, version } = setup()
  await version()
  api.answer = answer
  for (api.time of [2000, 4000, 6000]) {
    expect(await version()).toBe('"one"')
    await settled()
  }
})

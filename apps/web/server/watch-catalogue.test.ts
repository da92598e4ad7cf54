import { expect, it } from 'vitest'
import { watchCatalogue } from './watch-catalogue.ts'

it('looks once a second, and keeps what it saw while the API is away', async () => {
  let time = 0
  let tag = '"one"'
  let away = false
  const asked: unknown[] = []
  const version = watchCatalogue({
    now: () => new Date(time),
    fetchApi: async (path, init) => {
      asked.push([path, init?.method])
      if (away) throw new TypeError('fetch failed')
      return new Response(null, { headers: { etag: tag } })
    },
  })

  expect(await Promise.all([version(), version()])).toEqual(['"one"', '"one"'])
  tag = '"two"'
  time = 999
  expect(await version()).toBe('"one"')
  time = 1000
  expect(await version()).toBe('"two"')
  away = true
  time = 2000
  expect(await version()).toBe('"two"')
  expect(asked).toEqual([
    ['/api/products', 'HEAD'],
    ['/api/products', 'HEAD'],
    ['/api/products', 'HEAD'],
  ])
})

import { expect, it } from 'vitest'
import { createRecent } from './recent.ts'

it('forgets what was not used for longest', () => {
  const recent = createRecent<number>({ max: 2 })
  recent.set('a', 1)
  recent.set('b', 2)
  recent.get('a')
  recent.set('c', 3)

  expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([1, undefined, 3])
})

it('holds no more than its bound by weight, however often a key is set', () => {
  const recent = createRecent<number>({ max: 10, weigh: (value) => value })
  recent.set('a', 6)
  recent.set('a', 6)
  recent.set('b', 4)
  expect([recent.get('a'), recent.get('b')]).toEqual([6, 4])

  recent.set('c', 1)
  expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([undefined, 4, 1])
})

it('forgets one, or all', () => {
  const recent = createRecent<number>({ max: 2 })
  recent.set('a', 1)
  recent.set('b', 2)
  recent.forget('a')
  recent.set('c', 3)
  expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([undefined, 2, 3])

  recent.clear()
  expect(recent.get('b')).toBeUndefined()
})

import { expect, it } from 'vitest'
import { pooledRandomBytes } from './pooled-random.ts'

it('gives as many as are asked for, and none of them again', () => {
  const taken = Array.from({ length: 2000 }, () => pooledRandomBytes(16))
  expect(new Set(taken.map((bytes) => bytes.toString('hex'))).size).toBe(2000)
  expect(taken.every(({ length }) => length === 16)).toBe(true)
  expect([0, 4095, 4096, 10_000].map((count) => pooledRandomBytes(count).length)).toEqual([
    0, 4095, 4096, 10_000,
  ])
})

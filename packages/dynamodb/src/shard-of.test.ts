import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { shardOf } from './shard-of.ts'

it('spreads ids evenly over all shards', () => {
  const shards = Array.from({ length: 16_000 }, (_, id) => shardOf(`order ${id}`, 16))
  const counts = [...Map.groupBy(shards, (shard) => shard).values()].map(({ length }) => length)
  expect(counts).toHaveLength(16)
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150)
})

it('gives an id the same shard again', () => {
  const id = randomUUID()
  expect(shardOf(id, 64)).toBe(shardOf(id, 64))
})

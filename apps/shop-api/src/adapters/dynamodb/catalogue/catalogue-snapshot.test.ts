import { expect, it } from 'vitest'
import { packSnapshot, type SnapshotEntry, unpackSnapshot } from './catalogue-snapshot.ts'

const head = { filledBy: 'fill-1', version: 3, at: 1_800_000_000_000 }

it('a snapshot is unpacked to the head and the entries that were packed', async () => {
  const entries: SnapshotEntry[] = [{ item: { products_id: 'barfi' }, stock: [] }]
  expect(await unpackSnapshot(await packSnapshot(head, entries))).toEqual({ head, entries })
})

it('an error in an entry rejects the packing of the snapshot', async () => {
  await expect(packSnapshot(head, unreadable())).rejects.toThrow('unreadable')
})

function* unreadable(): Generator<SnapshotEntry> {
  yield { item: { products_id: 'barfi' }, stock: [] }
  throw new Error('unreadable')
}

import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { writeInPieces } from './streamed-json.ts'

it.each([0, 1, 20, 21, 100])('%s items are one JSON array', async (count) => {
  const items = Array.from({ length: count }, (_, index) => index)
  const pieces = await writeInPieces(items, (index) => ({ index }))
  expect(JSON.parse(`[${pieces.join('')}]`)).toEqual(items.map((index) => ({ index })))
})

it('other work is done after each twenty items', async () => {
  const writing = { isDone: false }
  let turn = 0
  const itemsPerTurn = new Map<number, number>()
  const written = writeInPieces(Array.from({ length: 100 }), () => {
    itemsPerTurn.set(turn, (itemsPerTurn.get(turn) ?? 0) + 1)
    return null
  }).finally(() => {
    writing.isDone = true
  })
  for (; !writing.isDone; turn += 1) await setImmediate()
  await written
  expect([...itemsPerTurn.values()]).toEqual([20, 20, 20, 20, 20])
})

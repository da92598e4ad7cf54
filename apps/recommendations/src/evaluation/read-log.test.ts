import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { logLines } from './log-lines.ts'
import { makeLog } from './make-log.ts'
import { readLog } from './read-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'log-'))
const path = join(folder, 'log.tsv')
afterAll(() => rmSync(folder, { recursive: true }))

function read(text: string) {
  writeFileSync(path, text)
  return readLog(path)
}

it('reads the columns by name, in any order', async () => {
  const log = await read('weight\ttimestamp\tbasket\titem\tuser\n2\t1000\tb1\tchips\tasha\n')
  expect(log).toEqual({
    hasBaskets: true,
    interactions: [
      { userId: 'asha', productId: 'chips', kind: 'purchase', quantity: 2, at: 1_000_000, basketId: 'b1' },
    ],
  })
})

it('takes seconds, milliseconds and dates', async () => {
  const rows = ['1767225600', '1767225600000', '2026-01-01', '2026-01-01T00:00:00Z'].map(
    (at) => `a\tx\t${at}`,
  )
  const { interactions } = await read(['user\titem\ttimestamp', ...rows].join('\n'))
  expect(interactions.map(({ at }) => at)).toEqual(Array.from(rows, () => Date.UTC(2026, 0, 1)))
})

it('without baskets takes every row for one', async () => {
  const { hasBaskets, interactions } = await read('user\titem\ttimestamp\na\tx\t1\na\ty\t1\n')
  expect(hasBaskets).toBe(false)
  expect(new Set(interactions.map(({ basketId }) => basketId)).size).toBe(2)
})

it('reads Windows line ends, empty lines and a mark at the beginning', async () => {
  const { interactions } = await read('\uFEFFUser\tItem\tTimestamp\r\n\r\na\tx\t1\r\n')
  expect(interactions).toHaveLength(1)
  expect(interactions[0]?.at).toBe(1000)
})

it('leaves rows out whose weight is not above 0', async () => {
  const { interactions } = await read(
    'user\titem\ttimestamp\tweight\na\tx\t1\t0\na\ty\t1\t-3\na\tz\t1\t0.5\n',
  )
  expect(interactions.map(({ productId }) => productId)).toEqual(['z'])
})

it('reads what the generator writes', async () => {
  const made = [...makeLog({ rows: 3000, seed: 2 })]
  const { interactions } = await read([...logLines(made)].join(''))
  expect(interactions).toEqual(made)
})

it.each([
  ['', /log\.tsv is empty$/],
  ['user\titem\ttimestamp\n', /has no rows after its header$/],
  ['user\tproduct\ttime\na\tx\t1\n', /has no column item, timestamp: its first line must name/],
  ['user item timestamp\na x 1\n', /has no column user, item, timestamp/],
  ['user\titem\ttimestamp\na\tx\t1\na\tx\n', /^line 3 has 2 columns where the first line has 3$/],
  [
    'user\titem\ttimestamp\na\tx\tyesterday\n',
    /^line 2: the timestamp yesterday is neither a number nor a date$/,
  ],
  ['user\titem\ttimestamp\n\tx\t1\n', /^line 2 has no user$/],
  ['user\titem\ttimestamp\tweight\na\tx\t1\tmuch\n', /^line 2: the weight much is not a number$/],
])('says in one line what is wrong with %j', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message)
})

it('says so when there is no file, or only a folder', async () => {
  await expect(readLog(join(folder, 'nope'))).rejects.toThrow(/^there is no file /)
  await expect(readLog(folder)).rejects.toThrow(/ is a folder$/)
})

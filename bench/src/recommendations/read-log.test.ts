import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLog } from '@nashta/recommendations/model/generated-log.fixture'
import { afterAll, expect, it } from 'vitest'
import { formatLog, readLog } from './read-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'log-'))
const path = join(folder, 'log.tsv')
afterAll(() => rmSync(folder, { recursive: true }))

function read(text: string) {
  writeFileSync(path, text)
  return readLog(path)
}

it('columns are read by name, in any order', async () => {
  const log = await read('weight\ttimestamp\tbasket\titem\tuser\n2\t1000\tb1\tchips\tasha\n')
  expect(log).toEqual({
    hasBaskets: true,
    interactions: [
      { userId: 'asha', productId: 'chips', kind: 'purchase', quantity: 2, at: 1_000_000, eventId: 'b1' },
    ],
  })
})

it('timestamps may be seconds, milliseconds or dates', async () => {
  const rows = ['1767225600', '1767225600000', '2026-01-01', '2026-01-01T00:00:00Z'].map(
    (at) => `a\tx\t${at}`,
  )
  const { interactions } = await read(['user\titem\ttimestamp', ...rows].join('\n'))
  expect(interactions.map(({ at }) => at)).toEqual(Array.from(rows, () => Date.UTC(2026, 0, 1)))
})

it('a log without a basket column has one basket for each row', async () => {
  const { hasBaskets, interactions } = await read('user\titem\ttimestamp\na\tx\t1\na\ty\t1\n')
  expect(hasBaskets).toBe(false)
  expect(new Set(interactions.map(({ eventId }) => eventId)).size).toBe(2)
})

it('Windows line ends, empty lines and a byte order mark are accepted', async () => {
  const { interactions } = await read('\uFEFFUser\tItem\tTimestamp\r\n\r\na\tx\t1\r\n')
  expect(interactions).toHaveLength(1)
  expect(interactions[0]?.at).toBe(1000)
})

it('rows with a weight of 0 or less are left out', async () => {
  const { interactions } = await read(
    'user\titem\ttimestamp\tweight\na\tx\t1\t0\na\ty\t1\t-3\na\tz\t1\t0.5\n',
  )
  expect(interactions.map(({ productId }) => productId)).toEqual(['z'])
})

it('a generated log is read back unchanged', async () => {
  const log = [...makeLog({ rows: 3000, seed: 2 })]
  const { interactions } = await read([...formatLog(log)].join(''))
  expect(interactions).toEqual(log)
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
])('the file %j is refused with one line that says why', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message)
})

it('a missing file and a folder are refused with the reason', async () => {
  await expect(readLog(join(folder, 'nope'))).rejects.toThrow(/^there is no file /)
  await expect(readLog(folder)).rejects.toThrow(/ is a folder$/)
})

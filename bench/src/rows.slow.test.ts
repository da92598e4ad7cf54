import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { compareWithBare, startBareServer } from './compare-with-bare.ts'
import { createPreparedData } from './data/prepared-data.ts'
import { requestText } from './load/load.ts'
import { type Measurement, measureRow } from './row.ts'
import { ROWS } from './rows.ts'
import { changeRows } from './rows/change-rows.ts'

const { prepareData, removeFolders } = createPreparedData()
afterAll(removeFolders)

/** Long enough to check every response, far too short to measure speed. */
const BRIEF = {
  effort: { rounds: 1, seconds: 0.1 },
  sizes: { products: [1_000, 2_000], orders: [100, 200], connections: [1, 8] },
  shopperCount: 4,
  prepareData,
}

const RESPONSE = { status: 200, headers: ['content-length', '2'], bodyBase64: btoa('ok') }

function costsIn(measurement: Measurement) {
  if (measurement.kind === 'ratio') return [measurement.bare, measurement.store]
  if (measurement.kind === 'change') return [...measurement.older, ...measurement.today]
  if (measurement.kind === 'processes') return [measurement.one, measurement.two]
  return measurement.kind === 'growth' ? measurement.steps.map(({ cost }) => cost) : []
}

// The first row compares the store with a bare server, the second compares sizes of the catalogue.
// Most other rows differ from these two in their requests only.
const SAMPLE = new Set(['purchase-card', 'large-search'])

const ROOT = join(import.meta.dirname, '../..')
const CHANGE_ROWS = changeRows({ older: ROOT, today: ROOT })
const CHANGE_SAMPLE = CHANGE_ROWS.filter(({ name }) => name === 'purchase-cod' || name === 'product-page')

it.each(CHANGE_SAMPLE)('row $name measures the stores of two folders', async (row) => {
  const costs = costsIn(await measureRow(row, BRIEF))
  expect(costs).toHaveLength(2)
  for (const cost of costs) expect(cost.responses).toBeGreaterThan(0)
})

it.each(ROWS.filter(({ name }) => SAMPLE.has(name)))('row $name measures two costs', async (row) => {
  const costs = costsIn(await measureRow(row, BRIEF))
  expect(costs).toHaveLength(2)
  for (const cost of costs) {
    expect(cost.responses).toBeGreaterThan(0)
    expect(cost.cpuMicrosPerRequest).toBeGreaterThan(0)
  }
})

it('a row that gets a wrong response fails with an error that names the row', async () => {
  const attempt = measureRow(
    {
      name: 'wrong',
      measure: async (bench) =>
        compareWithBare(bench, await startBareServer(bench, RESPONSE), {
          label: 'a response with another status',
          atLeast: 1,
          requests: [requestText({ path: '/' })],
          status: 201,
        }),
    },
    BRIEF,
  )

  await expect(attempt).rejects.toThrow('wrong: the first response is 200, not 201')
})

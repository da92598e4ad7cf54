import { expect, it } from 'vitest'
import { compareWithBare, startBare } from './compare-with-bare.ts'
import { requestText } from './load.ts'
import { type Finding, measureRow } from './row.ts'
import { ROWS } from './rows.ts'

/** Long enough to see that every answer is as it should be; far too short to say anything of speed. */
const BRIEF = {
  effort: { rounds: 1, seconds: 0.1 },
  sizes: { products: [1_000, 2_000], orders: [100, 200], connections: [1, 8] },
  shopperCount: 64,
}

const ANSWER = { status: 200, headers: ['content-length', '2'], bodyBase64: btoa('ok') }

function costsIn(finding: Finding) {
  if (finding.kind === 'ratio') return [finding.bare, finding.ours]
  if (finding.kind === 'processes') return [finding.one, finding.two]
  return finding.kind === 'growth' ? finding.steps.map(({ cost }) => cost) : []
}

// One of each kind: the others differ in what they ask for only.
const SAMPLE = new Set(['cart-add', 'purchase-card', 'large-search', 'orders-history'])

it.each(ROWS.filter(({ name }) => SAMPLE.has(name)))('row $name measures', async (row) => {
  const costs = costsIn(await measureRow(row, BRIEF))
  expect(costs).toHaveLength(2)
  for (const cost of costs) {
    expect(cost.answered).toBeGreaterThan(0)
    expect(cost.cpuMicrosPerRequest).toBeGreaterThan(0)
  }
})

it('a row whose answers are wrong fails by its name', async () => {
  const attempt = measureRow(
    {
      name: 'wrong',
      measure: async (bench) =>
        compareWithBare(bench, await startBare(bench, ANSWER), {
          what: 'a page that should be new',
          atLeast: 1,
          requests: [requestText({ path: '/' })],
          status: 201,
        }),
    },
    BRIEF,
  )

  await expect(attempt).rejects.toThrow('wrong: the first answer is 200, not 201')
})

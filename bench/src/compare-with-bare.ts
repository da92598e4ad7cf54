import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare, type Contender } from './compare.ts'
import { bodyOf, type CapturedResponse, captureResponse } from './load/captured-response.ts'
import { FIRST_UNIQUE, UNIQUE_MARK } from './load/load.ts'
import type { MeasuredProcess } from './processes/measured-process.ts'
import type { Bench, Measurement, Step } from './row.ts'

/** Compares the contenders. Each one is measured at the size that has the same index. */
export async function compareSizes(
  { generator, effort }: Bench,
  sizes: readonly number[],
  contenders: readonly Contender[],
): Promise<Step[]> {
  const costs = await compare(generator, contenders, effort)
  return costs.map((cost, index) => ({ size: sizes[index] ?? Number.NaN, cost }))
}

export type Comparison = {
  label: string
  /** The lowest ratio that passes: the CPU time of the bare server divided by that of the store. */
  atLeast: number
  /** Sent to both servers. */
  requests: string[]
  /** Every response must have this status. */
  status: number
  /**
   * True when responses contain an id or a time. Otherwise every response must be as long as the
   * first.
   */
  hasVaryingLength?: boolean
}

/** Compares the store with a bare server that sends the store's first response to every request. */
export async function compareWithBare(bench: Bench, store: MeasuredProcess, comparison: Comparison) {
  const { label, atLeast, requests, status, hasVaryingLength = false } = comparison
  const response = await captureFirstResponse(store.url, comparison)
  const bare = await startBareServer(bench, response)
  const { length: bodyLength } = bodyOf(response)
  const storeBodyLength = hasVaryingLength ? undefined : bodyLength

  const [bareCost, storeCost] = await compare(
    bench.generator,
    [
      { process: bare, load: { requests, expected: { status, bodyLength } } },
      { process: store, load: { requests, expected: { status, bodyLength: storeBodyLength } } },
    ],
    bench.effort,
  )
  return { kind: 'ratio', label, atLeast, bare: bareCost, store: storeCost } satisfies Measurement
}

export function startBareServer(bench: Bench, response: CapturedResponse) {
  const file = join(bench.freshFolder(), 'response.json')
  writeFileSync(file, JSON.stringify(response))
  return bench.start({ program: join(import.meta.dirname, 'processes/bare-server.ts'), args: [file] })
}

async function captureFirstResponse(url: string, { requests: [first = ''], status }: Comparison) {
  const response = await captureResponse(url, first.replace(UNIQUE_MARK, String(FIRST_UNIQUE)))
  if (response.status !== status)
    throw new Error(`the first response is ${response.status}, not ${status}: ${bodyOf(response).toString()}`)
  return response
}

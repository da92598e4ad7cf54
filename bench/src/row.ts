import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Cost, Effort } from './compare.ts'
import { type MeasuredProcess, type MeasuredProgram, startMeasured } from './measured-process.ts'
import { type Generator, startGenerator } from './start-generator.ts'

/** Data lies on the disk of the repository: a folder for temporary files may be memory, where nothing is durable. */
const FOLDERS = join(import.meta.dirname, '../../.cache')

export type Finding =
  | { kind: 'ratio'; what: string; atLeast: number; bare: Cost; ours: Cost }
  | { kind: 'growth'; what: string; of: keyof Sizes; atMost?: number; steps: Step[] }
  | { kind: 'processes'; what: string; one: Cost; two: Cost }
  | { kind: 'figure'; what: string; atMost?: number; value: number; unit: string }

/** What it costs where there is so much of something. */
export type Step = { size: number; cost: Cost }

export type Sizes = Record<'products' | 'orders' | 'connections', readonly number[]>

/** What a row may use; all of it is gone when the row ends. */
export type Bench = {
  effort: Effort
  /** How much there is of what grows, the least first. */
  sizes: Sizes
  /** Who buys at the same time: more than there are connections, so that they seldom meet themselves. */
  shopperCount: number
  generator: Generator
  freshFolder: () => string
  start: (program: MeasuredProgram) => Promise<MeasuredProcess>
  /** Like `start`, for the server whose cost is in question: profiled when that was asked for. */
  startSubject: (program: MeasuredProgram) => Promise<MeasuredProcess>
}

export type Row = { name: string; measure: (bench: Bench) => Promise<Finding> }

export type RowOptions = Pick<Bench, 'effort' | 'sizes' | 'shopperCount'> & {
  profileFolder?: string | undefined
}

export async function measureRow({ name, measure }: Row, options: RowOptions): Promise<Finding> {
  const cleanUps: (() => unknown)[] = []
  const generator = startGenerator()
  cleanUps.push(() => generator.stop())

  async function start(program: MeasuredProgram) {
    const process = await startMeasured(program)
    cleanUps.push(() => process.stop())
    return process
  }

  try {
    return await measure({
      ...options,
      generator,
      start,
      startSubject: (program) => start({ ...program, profileFolder: options.profileFolder }),
      freshFolder() {
        mkdirSync(FOLDERS, { recursive: true })
        const folder = mkdtempSync(join(FOLDERS, 'bench-'))
        cleanUps.push(() => rmSync(folder, { recursive: true }))
        return folder
      },
    })
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  }
}

import type { Cost, Effort } from './compare.ts'
import { createFolder, removeFolder } from './data/folders.ts'
import type { PrepareData } from './data/prepared-data.ts'
import { type LoadGenerator, startLoadGenerator } from './load/start-load-generator.ts'
import { type MeasuredProcess, type MeasuredProgram, startMeasured } from './processes/measured-process.ts'

export type Measurement =
  | { kind: 'ratio'; label: string; atLeast: number; bare: Cost; store: Cost }
  /** The costs of the rounds, in which the same call of two commits alternates. */
  | { kind: 'change'; label: string; atMost?: number; older: Cost[]; today: Cost[] }
  | { kind: 'growth'; label: string; growing: keyof Sizes; atMost?: number; steps: Step[] }
  | { kind: 'processes'; label: string; one: Cost; two: Cost }
  | { kind: 'figure'; label: string; atMost?: number; value: number; unit: string }

/** The cost of a request at one size. */
export type Step = { size: number; cost: Cost }

export type Sizes = Record<'products' | 'orders' | 'connections', readonly number[]>

/** The tools of a row. The row's processes and fresh folders are removed when it ends. */
export type Bench = {
  effort: Effort
  /** In ascending order. */
  sizes: Sizes
  /** More shoppers than connections, so that two requests in flight rarely belong to the same shopper. */
  shopperCount: number
  generator: LoadGenerator
  freshFolder: () => string
  prepareData: PrepareData
  start: (program: MeasuredProgram) => Promise<MeasuredProcess>
  /** Like `start`, but the server writes a CPU profile if there is a folder for profiles. */
  startProfiled: (program: MeasuredProgram) => Promise<MeasuredProcess>
  /** Calls the function when the row ends, after the processes that were started later have stopped. */
  onEnd: (cleanUp: () => unknown) => void
}

/** One row of the report. */
export type Row = { name: string; measure: (bench: Bench) => Promise<Measurement> }

export type RowOptions = Pick<Bench, 'effort' | 'sizes' | 'shopperCount' | 'prepareData'> & {
  profileFolder?: string | undefined
}

export async function measureRow({ name, measure }: Row, options: RowOptions): Promise<Measurement> {
  const cleanUps: (() => unknown)[] = []
  const generator = startLoadGenerator()
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
      startProfiled: (program) => start({ ...program, profileFolder: options.profileFolder }),
      onEnd: (cleanUp) => void cleanUps.push(cleanUp),
      freshFolder() {
        const folder = createFolder()
        cleanUps.push(() => removeFolder(folder))
        return folder
      },
    })
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  }
}

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  type ProcessLimits,
  startStoreProcess,
  type StoreProcess,
  type StoreSettings,
} from '@nashta/store/store-process.fixture'

/** Below the repository, because a system's temporary folder may be in memory, where no write is durable. */
const CACHE_FOLDER = join(import.meta.dirname, '../../.cache')

/** Starts stores and creates folders for a proof. All of them are removed when the proof ends. */
export type ProofContext = {
  freshFolder: () => string
  /** Starts the real store without rate limits or a limit of cash orders. Without DATA_DIR, its data is temporary. */
  startStore: (settings?: StoreSettings, limits?: ProcessLimits) => Promise<StoreProcess>
  /** Registers a function that runs when the proof ends. The last registered function runs first. */
  atEnd: (cleanUp: () => unknown) => void
}

/** Runs `work`, and then removes everything that it started and created. */
export async function withProofContext<Result>(
  work: (context: ProofContext) => Promise<Result>,
): Promise<Result> {
  const cleanUps: (() => unknown)[] = []
  const atEnd = (cleanUp: () => unknown) => void cleanUps.push(cleanUp)
  try {
    return await work({
      atEnd,
      freshFolder() {
        mkdirSync(CACHE_FOLDER, { recursive: true })
        const folder = mkdtempSync(join(CACHE_FOLDER, 'prove-'))
        atEnd(() => rmSync(folder, { recursive: true, force: true }))
        return folder
      },
      async startStore(settings = {}, limits = {}) {
        const store = await startStoreProcess(
          {
            RATE_LIMIT_SCALE: '1e9',
            // Nothing listens there: no proof calls the real Razorpay.
            RAZORPAY_URL: 'http://127.0.0.1:9',
            // No limit.
            OPEN_UNITS_MAX: '0',
            ...settings,
          },
          limits,
        )
        atEnd(() => store.stop())
        return store
      },
    })
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  }
}

/** Reads the shop's file, also while the store runs. */
export function readShopFile<Row>(dataFolder: string, sql: string): Row[] {
  const file = new DatabaseSync(join(dataFolder, 'shop.sqlite'), { readOnly: true })
  try {
    return file.prepare(sql).all() as Row[]
  } finally {
    file.close()
  }
}

/** The port of a server that listens on TCP. */
export function portOf(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server does not listen')
  return address.port
}

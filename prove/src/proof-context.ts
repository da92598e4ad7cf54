import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startStoreProcess, type StoreProcess, type StoreSettings } from '@nashta/store/store-process.fixture'

/** Data lies on the disk of the repository: a folder for temporary files may be memory, where nothing is durable. */
const FOLDERS = join(import.meta.dirname, '../../.cache')

/** What a proof may use; all of it is gone when the proof ends. */
export type ProofContext = {
  freshFolder: () => string
  /** The real store; what it writes stays where DATA_DIR says, if that is given. */
  startStore: (settings?: StoreSettings) => Promise<StoreProcess>
  /** Runs when the proof ends, last first. */
  atEnd: (cleanUp: () => unknown) => void
}

export async function withProofContext<Result>(
  play: (context: ProofContext) => Promise<Result>,
): Promise<Result> {
  const cleanUps: (() => unknown)[] = []
  const atEnd = (cleanUp: () => unknown) => void cleanUps.push(cleanUp)
  try {
    return await play({
      atEnd,
      freshFolder() {
        mkdirSync(FOLDERS, { recursive: true })
        const folder = mkdtempSync(join(FOLDERS, 'prove-'))
        atEnd(() => rmSync(folder, { recursive: true, force: true }))
        return folder
      },
      async startStore(settings = {}) {
        const store = await startStoreProcess({ RATE_LIMIT_SCALE: '1e9', ...settings })
        atEnd(() => store.stop())
        return store
      },
    })
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  }
}

/** Looks into the file of a store that may be running: what it says is what is durable. */
export function readShopFile<Row>(dataFolder: string, sql: string): Row[] {
  const file = new DatabaseSync(join(dataFolder, 'shop.sqlite'), { readOnly: true })
  try {
    return file.prepare(sql).all() as Row[]
  } finally {
    file.close()
  }
}

import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { importFile, type ImportReport } from '@nashta/contracts/catalogue/import-file'
import { connectAwsIfSet } from '@nashta/dynamodb/connect-aws-if-set'
import { createLogger } from '@nashta/service-kit/process/logger'
import type { Settings } from '@nashta/service-kit/process/settings'
import { createBillStore } from '../apps/shop-api/src/bills/bill-store.ts'
import type { WriteProductsDeps } from '../apps/shop-api/src/catalogue/admin/write-products.ts'
import { importRows } from '../apps/shop-api/src/catalogue/files/import-rows.ts'
import { createShelfStore } from '../apps/shop-api/src/catalogue/shelves/shelf-store.ts'
import { chooseStorage } from '../apps/shop-api/src/choose-storage.ts'
import type { ExportDeps } from '../apps/shop-api/src/exports/export-table.ts'
import { exportFile, type ExportName } from '../apps/shop-api/src/exports/exports.ts'
import { createOfferStore } from '../apps/shop-api/src/offers/offer-store.ts'
import { logFileOfPeople } from '../apps/shop-api/src/operator-log/log-file.ts'
import { createOperatorLog } from '../apps/shop-api/src/operator-log/operator-log.ts'
import { createPersonStore } from '../apps/shop-api/src/orders/persons/person-store.ts'
import { ratingsOfProducts } from '../apps/shop-api/src/ratings/follow-family.ts'
import { createRatingStore } from '../apps/shop-api/src/ratings/rating-store.ts'

/** The log names this operator for what the terminal has changed. */
const TERMINAL = { sub: 'terminal', username: 'terminal', groups: ['admin'] }

/** Files with names and addresses, whose making is logged as at the desk. */
const FILES_OF_PEOPLE: ReadonlySet<ExportName> = new Set(['orders', 'customers', 'bills'])

/** Runs `work` on the storage that the settings choose. The store must not run on the same SQLite files. */
async function withShop<T>(
  settings: Settings,
  now: () => Date,
  work: (deps: ExportDeps & WriteProductsDeps) => Promise<T>,
): Promise<T> {
  const aws = await connectAwsIfSet(settings, process.env)
  try {
    const { openStorage } = await chooseStorage(settings, aws)
    // Changes of products cause neither events nor mails.
    const entriesOf = { events: () => [], mail: () => [] }
    const logger = createLogger({ service: 'shop-api', level: 'silent' })
    const storage = openStorage({ entriesOf, logger, now })
    try {
      const { documents, products, purchases, allOrders } = storage
      const ratings = createRatingStore(documents)
      return await work({
        bills: createBillStore({ documents, now }),
        persons: createPersonStore({ documents, purchases, now }),
        products,
        allOrders,
        shelves: createShelfStore({ documents, now }),
        offers: createOfferStore({ documents, now }),
        operatorLog: createOperatorLog(documents),
        emailOf: async () => null,
        fullNameOf: async () => null,
        // The store repeats what fails.
        ...ratingsOfProducts({ ratings, products, now, reportError: () => {} }),
        imageHosts: settings.IMAGE_HOSTS,
        now,
      })
    } finally {
      await storage.close()
    }
  } finally {
    aws?.close()
  }
}

/** Writes one of the files that the desk saves, too. */
export function writeExport(settings: Settings, name: ExportName, path: string, now: () => Date) {
  return withShop(settings, now, async (deps) => {
    if (FILES_OF_PEOPLE.has(name)) await logFileOfPeople(deps, TERMINAL, name)
    // An existing file is not overwritten.
    const file = createWriteStream(path, { flags: 'wx' })
    await pipeline(Readable.from(exportFile(deps, name).pieces), file)
  })
}

/** Checks a file of products, or imports it. Returns what to print. */
export function readImport(settings: Settings, path: string, isDryRun: boolean, now: () => Date) {
  return withShop(settings, now, async (deps) => {
    const report = await importFile({
      bytes: createReadStream(path),
      isDryRun,
      send: (body) => importRows(deps, TERMINAL, body),
    })
    return describeReport(report, isDryRun)
  })
}

function describeReport(report: ImportReport, isDryRun: boolean): string {
  const { rows, added, changed, same, refused, problems } = report
  const sums = `${rows} rows: ${added} added, ${changed} changed, ${same} the same, ${refused} refused`
  return [
    ...problems.map(({ row, column, message }) => `row ${row}${column && `, ${column}`}: ${message}`),
    isDryRun ? `${sums}. Nothing is saved yet: repeat it with --yes` : sums,
  ].join('\n')
}

import { readFileSync } from 'node:fs'
import { platform } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { importFile, type ImportReport } from '@nashta/contracts/catalogue/import-file'
import { importProducts } from '@nashta/contracts/catalogue/import-products'
import { expectFigures, type Proof } from '../proof.ts'
import { createVisitors } from '../security/one-against-all/visitors.ts'
import { createAdmin, createShoppers, type Shopper, shopperWithToken } from '../shopper.ts'

/** The bar: how many times as long a visit may take while products are imported. */
const SLOWDOWN_MAX = 2
/** The bar, in MB, of what an import takes beyond its products, which the store holds in memory. */
const MEMORY_MAX = 300
const VISITORS = 6
const WARM_UP_MS = 4_000
const QUIET_MS = 6_000
const WINDOW_MS = 1_000

export const importedProducts: Proof = {
  id: 'R29',
  test: 'A file of products is imported while others visit the store; its export is imported again, while they go on',
  whyNot: () => (platform() === 'linux' ? null : 'needs the memory of processes in /proc'),
  sizes: { quick: 1_000, short: 5_000, nightly: 100_000 },
  unit: 'products',
  async run(context, size) {
    const settings = {
      DATA_DIR: context.freshFolder(),
      TRUSTED_PROXIES: '127.0.0.1',
    }
    const unlimited = await context.startStore(settings)
    const admin = await createAdmin(unlimited.url, settings.DATA_DIR)
    const shoppers = await createShoppers(unlimited.url, VISITORS)
    unlimited.child.kill()
    await unlimited.ended

    const store = await context.startStore({ ...settings, RATE_LIMIT_SCALE: '1' })
    const operator = shopperWithToken(store.url, admin)
    const visitors = createVisitors(store.url, shoppers)
    await visitors.visitFor(WARM_UP_MS)
    const before = median(await visitors.visitFor(QUIET_MS))
    const first = await whileVisited(importBytes(operator, generateFile(size)))
    const quiet = Math.max(before, median(await visitors.visitFor(QUIET_MS)))
    const exported = await exportProducts(store.url, operator)
    const again = await whileVisited(importBytes(operator, toBytes(exported)))
    const isSameFile = (await exportProducts(store.url, operator)) === exported

    store.child.kill()
    await store.ended
    const restarted = await context.startStore({ ...settings, RATE_LIMIT_SCALE: '1' })
    await createVisitors(restarted.url, shoppers).visitFor(WARM_UP_MS)
    const withoutImport = residentMb(restarted.child.pid)
    const ownMb = Math.max(0, Math.max(first.peakMb, again.peakMb) - withoutImport)
    const slowdowns = [first, again].map(({ visitMs }) => visitMs / quiet)
    const shown = slowdowns.map((slowdown) => slowdown.toFixed(2)).join(' and ')

    expectFigures({
      'products that were added': [first.report.added, size],
      'rows that were refused': [first.report.refused + again.report.refused, 0],
      'the second import has found them all unchanged': [again.report.same >= size, true],
      'products that the second import has added': [again.report.added, 0],
      'products that the second import has changed': [again.report.changed, 0],
      'the export is the same after its import': [isSameFile, true],
      [`visits took ${shown} times as long, below ${SLOWDOWN_MAX}`]: [
        slowdowns.every((slowdown) => slowdown < SLOWDOWN_MAX),
        true,
      ],
      [`the import took ${ownMb.toFixed(0)} MB, below ${MEMORY_MAX}`]: [ownMb < MEMORY_MAX, true],
      'calls of visitors that failed': [visitors.failures.slice(0, 5).join(', '), ''],
    })
    return `${size} products in ${first.seconds.toFixed(0)} s, and again in ${again.seconds.toFixed(0)} s without a change; visits took ${shown} times as long as without an import (${quiet.toFixed(0)} ms), the store at most ${ownMb.toFixed(0)} MB more than the ${withoutImport.toFixed(0)} MB that it takes with these products`

    /** Visits until the import has ended. `visitMs` is the median of the visits, `peakMb` the most memory of the store. */
    async function whileVisited(importing: Promise<ImportReport>) {
      const started = performance.now()
      let peakMb = 0
      const times: number[] = []
      for (;;) {
        const visiting = visitOnce()
        const report = await Promise.race([importing, visiting])
        const seconds = (performance.now() - started) / 1000
        await visiting
        if (report) return { report, seconds, peakMb, visitMs: median(times) }
      }

      async function visitOnce() {
        times.push(...(await visitors.visitFor(WINDOW_MS)))
        peakMb = Math.max(peakMb, residentMb(store.child.pid))
      }
    }
  },
  mutations: [
    {
      what: 'a text that a spreadsheet would run is not read back as it was',
      file: 'packages/contracts/src/files/guarded-cell.ts',
      from: "return text.replace(GUARDED, '')",
      to: 'return text',
    },
    {
      what: 'the last piece of an exported file is lost',
      file: 'apps/shop-api/src/files/csv.ts',
      from: "if (piece !== '') yield piece",
      to: '',
    },
  ],
}

function importBytes(admin: Shopper, bytes: AsyncIterable<Uint8Array>): Promise<ImportReport> {
  return importFile({
    bytes,
    isDryRun: false,
    async send(body) {
      for (;;) {
        const response = await admin.call('POST', importProducts.path, body)
        if (response.status === 200) return importProducts.reply.parse(response.body).data.rows
        if (response.status !== 429) throw new Error(`an import of rows got ${response.status}`)
        await sleep(1000)
      }
    },
  })
}

async function exportProducts(url: string, { accessToken }: Shopper): Promise<string> {
  const response = await fetch(`${url}${SHOP_API_BASE}/admin/exports/products`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  if (!response.ok) throw new Error(`the export got ${response.status}`)
  return response.text()
}

const HEADER =
  'products_id,name,description,categories,price,mrp,stock,netQuantity.value,netQuantity.unit,ingredients,hsn,gstRate'
const KINDS = ['Chips', 'Laddoo', 'Barfi', 'Namkeen', 'Chikki', 'Khakhra']
const FLAVOURS = ['masala', 'cheese', 'pepper', 'गुड़', 'lemon; salt', '=1+1']

/** A file as a shop brings it, with texts that spreadsheets would run. */
async function* generateFile(size: number): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(`${HEADER}\r\n`)
  for (let index = 0; index < size; index += 1) {
    const kind = KINDS[index % KINDS.length] ?? ''
    const flavour = FLAVOURS[Math.floor(index / KINDS.length) % FLAVOURS.length] ?? ''
    const price = 20 + (index % 500)
    const name = `${flavour} ${kind} ${index}`
    const text = `"${kind} with ${flavour},\n- made ""fresh"" every day, box ${index % 97}"`
    const cells = [`imported-${index}`, name, text, kind, price, price + 10, 100, 200, 'g', flavour, 2106, 5]
    yield encoder.encode(`${cells.join(',')}\r\n`)
  }
}

async function* toBytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

function median(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** The resident memory of a process. */
function residentMb(pid = 0): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

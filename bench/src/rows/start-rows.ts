import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { waitForUrl } from '@nashta/store/store-process.fixture'
import { measureAlone, median } from '../compare.ts'
import { captureResponse } from '../load/captured-response.ts'
import { requestText } from '../load/load.ts'
import type { Row } from '../row.ts'
import { startStore } from './start-store.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** V8 gives the memory of the start back to the system after about two minutes with little work. */
const IDLE_AFTER_MS = 180_000
const MEGABYTE = 1_000_000

export const startRows: Row[] = [
  {
    name: 'start',
    async measure(bench) {
      const dataFolder = bench.freshFolder()
      // The first start fills the data folder and the compile cache.
      await timeNpmStart(dataFolder)
      const times = []
      for (let round = 0; round < bench.effort.rounds; round += 1) times.push(await timeNpmStart(dataFolder))
      return {
        kind: 'figure',
        label: 'time from npm start to ready, on a filled data folder',
        atMost: 2,
        value: median(times),
        unit: 's',
      }
    },
  },
  {
    name: 'first-start',
    async measure(bench) {
      const times = []
      for (let round = 0; round < bench.effort.rounds; round += 1)
        times.push(await timeNpmStart(bench.freshFolder()))
      return {
        kind: 'figure',
        label: 'time from npm start to ready, on an empty data folder',
        value: median(times),
        unit: 's',
      }
    },
  },
  {
    name: 'memory',
    async measure(bench) {
      const store = await startStore(bench)
      await captureResponse(store.url, requestText({ path: '/' }))
      await wait(IDLE_AFTER_MS)
      const { memoryBytes } = await store.usage()
      return {
        kind: 'figure',
        label: 'memory of the store after three idle minutes',
        atMost: 200,
        value: memoryBytes / MEGABYTE,
        unit: 'MB',
      }
    },
  },
  {
    name: 'memory-busy',
    async measure(bench) {
      const store = await startStore(bench)
      const paths = ['/', '/collections/allproducts', '/api/products', '/api/products?search=donut&limit=12']
      const load = { requests: paths.map((path) => requestText({ path })), expected: { status: 200 } }
      await measureAlone(bench.generator, { process: store, load }, bench.effort)
      const { memoryBytes } = await store.usage()
      return {
        kind: 'figure',
        label: 'memory of the store after pages, lists and searches under full load',
        value: memoryBytes / MEGABYTE,
        unit: 'MB',
      }
    },
  },
]

/** Returns the seconds from `npm start` to the line that says the store is ready. */
async function timeNpmStart(dataFolder: string) {
  const started = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataFolder, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
  const closed = once(child, 'close')
  await waitForUrl(child)
  const seconds = (performance.now() - started) / 1000
  child.kill('SIGTERM')
  await closed
  return seconds
}

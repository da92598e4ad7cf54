/**
 * Loaded into the store with `--import`. On SIGUSR2 the store then collects garbage and writes its
 * used memory to a file.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const file = process.env['LIVE_MEMORY_FILE'] ?? ''

process.on('SIGUSR2', () => {
  collect()
  // Finalizers run after the first collection. The second one frees the memory that they release.
  setImmediate(() => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    // The soak polls for the file, so the file must be complete when it appears.
    writeFileSync(`${file}.new`, String(heapUsed + external))
    renameSync(`${file}.new`, file)
  })
})

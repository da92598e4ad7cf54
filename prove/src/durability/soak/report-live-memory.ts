/** Loaded before the store's own code with `--import`: on a signal it says what is still in use once all else is swept up. */
import { renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const file = process.env['LIVE_MEMORY_FILE'] ?? ''

process.on('SIGUSR2', () => {
  collect()
  // What waits for the first to be finished goes with the second.
  setImmediate(() => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    writeFileSync(`${file}.new`, String(heapUsed + external))
    renameSync(`${file}.new`, file)
  })
})

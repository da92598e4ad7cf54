/** Loaded into the store with `--import`: on SIGUSR2 it collects garbage and writes the used memory to a file. */
import { renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const file = process.env['LIVE_MEMORY_FILE'] ?? ''

process.on('SIGUSR2', () => {
  collect()
  // The second collection frees what finalizers of the first released.
  setImmediate(() => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    // The soak polls for the file, so it must appear with its content.
    writeFileSync(`${file}.new`, String(heapUsed + external))
    renameSync(`${file}.new`, file)
  })
})

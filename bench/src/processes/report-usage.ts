/** Loaded into a server with `--import`: replies to every IPC message with what its process has used so far. */
import type { Usage } from './measured-process.ts'

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMicros: user + system, memoryBytes: process.memoryUsage.rss() } satisfies Usage)
})

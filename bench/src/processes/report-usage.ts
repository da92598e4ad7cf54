/** Loaded into a measured server with `--import`. Replies to each IPC message with the usage. */
import type { Usage } from './measured-process.ts'

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMicros: user + system, memoryBytes: process.memoryUsage.rss() } satisfies Usage)
})

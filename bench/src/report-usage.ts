/** Loaded before a server's own code with `--import`: it answers, over the channel, what its process has used. */
import { USAGE_QUESTION, type Usage } from './usage.ts'

process.on('message', (message) => {
  if (message !== USAGE_QUESTION) return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMicros: user + system, memoryBytes: process.memoryUsage.rss() } satisfies Usage)
})

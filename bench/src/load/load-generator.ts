/**
 * Sends requests from its own process, so that their CPU time is not counted as the server's. The message with a load
 * opens the connections, the message 'run' sends the load.
 */
import type { LoadRun } from './load.ts'
import { openLoad, type OpenLoad } from './send-load.ts'

let open: OpenLoad | undefined

async function handle(message: LoadRun | 'run') {
  if (message !== 'run') {
    open = await openLoad(message)
    return { ready: true }
  }
  try {
    return { result: await open?.run() }
  } finally {
    open?.close()
  }
}

process.on('message', (message: LoadRun | 'run') => {
  handle(message).then(
    (reply) => process.send?.(reply),
    (error: Error) => process.send?.({ failure: error.message }),
  )
})
process.on('disconnect', () => process.exit(0))

/**
 * The program of the process that sends requests. A message with a load opens the connections. Then
 * the message 'run' sends the load and closes them.
 */
import type { LoadRun } from './load.ts'
import { connectLoad, type ConnectedLoad } from './send-load.ts'

let load: ConnectedLoad | undefined

async function handle(message: LoadRun | 'run') {
  if (message !== 'run') {
    load = await connectLoad(message)
    return {}
  }
  try {
    return { result: await load?.run() }
  } finally {
    load?.close()
  }
}

process.on('message', (message: LoadRun | 'run') => {
  handle(message).then(
    (reply) => process.send?.(reply),
    (error: Error) => process.send?.({ failure: error.message }),
  )
})
process.on('disconnect', () => process.exit(0))

/** A process of its own, so that what it costs to ask is not counted as what it costs to answer. */
import type { LoadRun } from './load.ts'
import { openLoad, type OpenLoad } from './send-load.ts'

let open: OpenLoad | undefined

async function answerTo(message: LoadRun | 'go') {
  if (message !== 'go') {
    open = await openLoad(message)
    return { ready: true }
  }
  try {
    return { result: await open?.run() }
  } finally {
    open?.close()
  }
}

process.on('message', (message: LoadRun | 'go') => {
  answerTo(message).then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ failure: error.message }),
  )
})
process.on('disconnect', () => process.exit(0))

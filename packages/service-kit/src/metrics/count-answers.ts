import type { RequestListener } from 'node:http'
// Not the global of that name, which Node looks up anew for each call.
import { performance } from 'node:perf_hooks'
import type { CountAnswer } from './metrics.ts'

/** What is at hand has left when the listener returns; the rest says when it does. Who hangs up first is not counted. */
export function countAnswers(listener: RequestListener, count: CountAnswer): RequestListener {
  return (request, response) => {
    const started = performance.now()
    const left = () => count(response.statusCode, (performance.now() - started) / 1000)
    listener(request, response)
    if (response.writableEnded) left()
    else response.on('finish', left)
  }
}

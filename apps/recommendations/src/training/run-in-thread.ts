import { Worker } from 'node:worker_threads'
import type { TrainingJob, TrainingResult } from '../training-job.ts'

const THREAD = new URL('../training-thread.ts', import.meta.url)

/** Runs a job in a worker thread, so that this thread serves requests meanwhile. */
export async function runInThread(job: TrainingJob, signal: AbortSignal): Promise<TrainingResult> {
  // A signal that is aborted already fires no event.
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<TrainingResult>()
  const worker = new Worker(THREAD, { workerData: job })
  const stop = () => void worker.terminate()
  signal.addEventListener('abort', stop)
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => {
    signal.removeEventListener('abort', stop)
    // Has no effect when the promise is settled already.
    reject(new Error('The training ended without a result'))
  })
  return promise
}

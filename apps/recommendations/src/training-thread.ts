import { parentPort, workerData } from 'node:worker_threads'
import { runTrainingJob, type TrainingJob } from './training-job.ts'

const result = await runTrainingJob(workerData as TrainingJob)
// The lint rule is about windows. A message to a parent thread has no target origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(result)

import { parentPort, workerData } from 'node:worker_threads'
import { runTrainingJob, type TrainingJob } from './training-job.ts'

const result = await runTrainingJob(workerData as TrainingJob)
// A thread's port has one listener, not a window's origins.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(result)

import type { Documents } from '@nashta/documents/documents'
import type { OutboxStore } from '@nashta/outbox/outbox'
import type { FastifyBaseLogger } from 'fastify'
import { ringBell } from './bell/bell.ts'
import { finishBatchChanges } from './catalogue/batches/batch-changes.ts'
import { setAsideAll } from './catalogue/stock/set-aside.ts'
import type { ShopApiDeps } from './create-app.ts'
import { prepareFigures } from './figures/read-figures.ts'
import { issueBillsOfDays, issueOwedPapers } from './orders/work/issue-papers.ts'
import type { Lane } from './orders/work/reconcile/lanes.ts'
import { followFamilies } from './ratings/follow-family.ts'
import { askForRatings } from './ratings/rating-ask.ts'
import { copyAverages } from './ratings/ratings.ts'
import { runRecalls } from './recalls/run-recalls.ts'
import { repeat } from './repeat.ts'
import { tellOfStock } from './stock-alerts/stock-alerts.ts'
import type { ShopStorage } from './storage.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

type JobName =
  | `reconcile-${Lane['name']}`
  | 'bills'
  | 'recalls'
  | 'ratings'
  | 'batches'
  | 'stock-alerts'
  | 'figures'
  | 'bell'

/** Work at an interval. One of the processes that share a storage does it. */
type Job = {
  name: JobName
  everyMs: number
  /** `signal` is aborted when another process takes over. */
  work: (signal?: AbortSignal) => Promise<void>
  /** What the log says of a run that failed. */
  failure: string
}

type JobDeps = ShopApiDeps & {
  documents: Documents
  outbox: OutboxStore
  lanes: readonly Lane[]
  mailsOverdueSeconds: () => Promise<number>
}

export function shopJobs(deps: JobDeps): readonly Job[] {
  const { documents, outbox, lanes, operators, mailsOverdueSeconds, publicUrl, now } = deps
  const countMails = () => outbox.countMails({ kind: 'stock-alert', now: now() })
  /** The product with which the last run has ended. */
  let toldLast: string | undefined

  return [
    // Two processes would send the same requests to a payment provider.
    ...lanes.map(({ name, run }): Job => ({
      name: `reconcile-${name}`,
      everyMs: 5 * SECOND_MS,
      work: run,
      failure: 'open orders could not be reconciled',
    })),
    {
      name: 'bills',
      everyMs: 5 * SECOND_MS,
      async work(signal) {
        await issueBillsOfDays(deps, signal)
        await issueOwedPapers(deps, signal)
      },
      failure: 'bills could not be issued',
    },
    {
      name: 'recalls',
      everyMs: 5 * SECOND_MS,
      work: (signal) => runRecalls(deps, signal),
      failure: 'buyers of a recalled batch could not be told',
    },
    {
      name: 'ratings',
      everyMs: 5 * SECOND_MS,
      async work(signal) {
        await followFamilies(deps, signal)
        await copyAverages(deps, signal)
        await askForRatings(deps, signal)
      },
      failure: 'averages could not be copied, or buyers not be asked for ratings',
    },
    {
      name: 'batches',
      everyMs: MINUTE_MS,
      async work(signal) {
        await finishBatchChanges(documents, signal)
        await setAsideAll(deps, signal)
      },
      failure: 'old batches could not be put aside',
    },
    {
      name: 'stock-alerts',
      everyMs: 20 * SECOND_MS,
      async work(signal) {
        toldLast = await tellOfStock({ ...deps, countMails }, toldLast, signal)
      },
      failure: 'shoppers could not be told of stock',
    },
    {
      name: 'figures',
      // A look at all days of a year costs about 3,000 read units on DynamoDB.
      everyMs: 60 * MINUTE_MS,
      work: (signal) => prepareFigures(deps, signal),
      failure: 'the figures of past days could not be prepared',
    },
    {
      name: 'bell',
      // What is new within this time is one mail to each operator.
      everyMs: 20 * SECOND_MS,
      work: () => ringBell({ ...deps, documents, operators, mailsOverdueSeconds, publicUrl }),
      failure: 'operators could not be told of new work',
    },
  ]
}

/** Repeats each job until `stop`. */
export function startJobs(
  jobs: readonly Job[],
  { storage, logger }: { storage: Pick<ShopStorage, 'runAlone'>; logger: FastifyBaseLogger },
) {
  const run = ({ name, work }: Job) => storage.runAlone(name, work)
  const repeated = jobs.map((job) =>
    repeat(
      () => run(job),
      job.everyMs,
      (error) => logger.error({ err: error }, `${job.failure}; it is retried`),
    ),
  )
  return {
    /** Runs these jobs now, one after the other. */
    async runNow(...names: JobName[]) {
      for (const name of names) {
        const job = jobs.find((each) => each.name === name)
        if (job) await run(job)
      }
    },
    stop: async () => {
      await Promise.all(repeated.map((each) => each.stop()))
    },
  }
}

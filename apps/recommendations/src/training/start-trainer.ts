import type { FastifyBaseLogger } from 'fastify'
import type { ShopProduct } from '../catalogue/load-catalogue.ts'
import { type EventStore, NOTHING_TO_LEARN } from '../events/event-store.ts'
import { decodeModel } from '../model/model-file.ts'
import type { Model } from '../model/model.ts'
import { train } from '../model/train.ts'
import type { ServedModel } from '../model/with-catalogue.ts'
import type { InteractionSource } from './interaction-source.ts'
import type { KeptModel, ModelStore } from './model-store.ts'
import { runTrainingJob, type TrainingJob, type TrainingResult } from './training-job.ts'

const LOOK_EVERY_MS = 1000
const LEARN_LOOK_EVERY_MS = 15_000
const LEARN_SOONEST_MS = 60_000
const LEARN_LATEST_MS = 60 * 60_000
/** The rest of the time belongs to those who ask. */
const REST_FOR_EACH_MS_OF_TRAINING = 50
const CLAIM_MS = 10 * 60_000
export const VIEWS_KEPT_MS = 180 * 24 * 60 * 60_000
/** So many are worked out sooner than a thread would have started. */
const INLINE_MAX_PRODUCTS = 300

/** What suggestions are made from; all of one moment. */
export type Window = { served: ServedModel; products: ReadonlyMap<string, ShopProduct> }

export type TrainerDeps = {
  events: EventStore
  models: ModelStore
  source: InteractionSource
  loadCatalogue: () => Promise<ShopProduct[]>
  /** Another value whenever the catalogue is another. */
  catalogueVersion: () => string | Promise<string>
  runInThread: (job: TrainingJob, signal: AbortSignal) => Promise<TrainingResult>
  logger: FastifyBaseLogger
  now: () => Date
}

export type Trainer = {
  /** As new as can be had without waiting; only the first is waited for. */
  window: () => Promise<Window>
  /** Learns from what is known now. */
  learn: () => Promise<void>
  close: () => Promise<void>
}

/** Keeps a model at hand for the catalogue of now, and learns whenever there is something to learn. */
export function startTrainer(deps: TrainerDeps): Trainer {
  const { events, models, source, logger, now } = deps
  const closing = new AbortController()
  let model: Model | null = null
  let learntRevision = NOTHING_TO_LEARN
  let shown: (Window & { version: string }) | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  let refreshing: Promise<void> | undefined
  let learning: Promise<void> | undefined
  let restUntil = 0
  let isTrainer = false

  function run(job: Omit<TrainingJob, 'source' | 'now'>) {
    const whole = { ...job, source, now: now().getTime() }
    const isShort = job.model !== null && job.catalogue.length <= INLINE_MAX_PRODUCTS
    return isShort ? runTrainingJob(whole) : deps.runInThread(whole, closing.signal)
  }

  function take({ revision, bytes }: KeptModel) {
    const decoded = decodeModel(bytes)
    // Of another version of the service: what is at hand is better than nothing.
    if (!decoded) return
    model = decoded
    learntRevision = revision
  }

  async function refresh() {
    const version = await deps.catalogueVersion()
    if (shown?.version === version && shown.served.model === model) return
    if (!model) {
      const kept = await models.read()
      if (kept) take(kept)
    }
    const catalogue = await deps.loadCatalogue()
    const begunWith = (model ??= train({ interactions: [], catalogue: [], now: 0 }))
    const { served } = await run({ model: begunWith, catalogue })
    // Where a newer one has come meanwhile, the next look shows that.
    if (model === begunWith) show(catalogue, version, served)
  }

  function show(catalogue: ShopProduct[], version: string, served: ServedModel) {
    model = served.model
    shown = { served, products: new Map(catalogue.map((product) => [product.productId, product])), version }
  }

  function refreshOnce() {
    refreshing ??= refresh().finally(() => {
      lookedAt = now().getTime()
      refreshing = undefined
    })
    return refreshing
  }

  async function window() {
    if (!shown) await refreshOnce()
    else if (now().getTime() - lookedAt >= LOOK_EVERY_MS) refreshOnce().catch(warn)
    if (!shown) throw new Error('There is no catalogue to suggest from')
    return shown
  }

  /** What another process has learnt since. */
  async function takeOver() {
    const kept = await models.read(learntRevision)
    if (!kept) return
    take(kept)
    await refreshOnce()
  }

  async function learnNow() {
    await window()
    const revision = await events.revision()
    if (revision === learntRevision) return
    isTrainer = await models.claimTraining(new Date(now().getTime() + CLAIM_MS))
    if (!isTrainer) {
      await takeOver()
      return
    }
    await events.dropViews(new Date(now().getTime() - VIEWS_KEPT_MS))
    const begun = now().getTime()
    const catalogue = await deps.loadCatalogue()
    const version = await deps.catalogueVersion()
    const { served, bytes } = await run({ model: null, catalogue })
    if (bytes) await models.write({ revision, bytes })
    learntRevision = revision
    show(catalogue, version, served)
    const took = now().getTime() - begun
    restUntil = now().getTime() + restAfter(took)
    logger.info({ count: served.model.interactionCount, ms: took }, 'suggestions were learnt anew')
  }

  function oneAtATime(work: () => Promise<void>) {
    learning ??= work().finally(() => {
      learning = undefined
    })
    return learning
  }

  function warn(error: unknown) {
    if (!closing.signal.aborted) logger.warn({ err: error }, 'suggestions stay as they are for now')
  }

  function warnOfClaim(error: unknown) {
    logger.warn({ err: error }, 'others will train once the claim of this process is over')
  }

  const timer = setInterval(() => {
    const isResting = now().getTime() < restUntil
    oneAtATime(isResting ? takeOver : learnNow).catch(warn)
  }, LEARN_LOOK_EVERY_MS)
  timer.unref()

  return {
    window,
    learn: () => oneAtATime(learnNow),
    async close() {
      closing.abort()
      clearInterval(timer)
      await Promise.allSettled([refreshing, learning])
      if (isTrainer) await models.releaseTraining().catch(warnOfClaim)
    },
  }
}

function restAfter(took: number) {
  return Math.min(Math.max(took * REST_FOR_EACH_MS_OF_TRAINING, LEARN_SOONEST_MS), LEARN_LATEST_MS)
}

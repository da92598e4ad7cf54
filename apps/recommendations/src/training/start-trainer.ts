import type { FastifyBaseLogger } from 'fastify'
import { haveSameProducts, type ShopProduct } from '../catalogue/load-catalogue.ts'
import { type EventStore, INITIAL_DATA_VERSION } from '../events/event-store.ts'
import { decodeModel } from '../model/model-file.ts'
import type { Model } from '../model/model.ts'
import { train } from '../model/train.ts'
import type { ServedModel } from '../model/with-catalogue.ts'
import { runTrainingJob, type TrainingJob, type TrainingResult } from '../training-job.ts'
import type { InteractionSource } from './interaction-source.ts'
import type { ModelStore, StoredModel } from './model-store.ts'

const CATALOGUE_CHECK_INTERVAL_MS = 1000
/**
 * If a load of the catalogue took 2 seconds, a changed catalogue is loaded at least 40 seconds
 * later. For a new model, the catalogue is loaded at once.
 */
const RELOAD_DELAY_FACTOR = 20
const TRAINING_CHECK_INTERVAL_MS = 15_000
/**
 * If a training took 2 seconds, the next training starts at least 100 seconds later. A failed
 * training counts too. The delay is at least a minute and at most an hour.
 */
const TRAINING_DELAY_FACTOR = 50
const TRAINING_DELAY_MIN_MS = 60_000
const TRAINING_DELAY_MAX_MS = 60 * 60_000
/** How long a process holds the training lease. A process that closes releases it earlier. */
const LEASE_MS = 10 * 60_000
export const VIEW_RETENTION_MS = 180 * 24 * 60 * 60_000
/** Combining a model with at most this many products takes less time than starting a thread. */
export const PRODUCTS_WITHOUT_THREAD_MAX = 300

/** A model and the catalogue it was combined with. */
export type Snapshot = { servedModel: ServedModel; products: ReadonlyMap<string, ShopProduct> }

type VersionedSnapshot = Snapshot & { catalogueVersion: string }

export type TrainerDeps = {
  events: EventStore
  models: ModelStore
  /** Called for each training. */
  interactionSource: () => Promise<InteractionSource>
  loadCatalogue: () => Promise<ShopProduct[]>
  catalogueVersion: () => string
  runInThread: (job: TrainingJob, signal: AbortSignal) => Promise<TrainingResult>
  logger: FastifyBaseLogger
  now: () => Date
}

export type Trainer = {
  /**
   * Returns the current snapshot. Calls before the first snapshot wait until it is made. Later
   * calls return at once, and newer snapshots are made in the background.
   */
  snapshot: () => Promise<Snapshot>
  /**
   * Trains on the stored events, unless the model was trained on them already or another process
   * holds the lease. If a training or the load of a newer model is under way, only waits for its
   * end.
   */
  trainNow: () => Promise<void>
  close: () => Promise<void>
}

/** Trains a new model when there are new events, and combines the model with the current catalogue. */
export function startTrainer(deps: TrainerDeps): Trainer {
  const { events, models, logger, now } = deps
  const closing = new AbortController()
  let model: Model | null = null
  /** The version of the events that the model was trained on. */
  let trainedVersion = INITIAL_DATA_VERSION
  let current: VersionedSnapshot | null = null
  let refreshedAt = Number.NEGATIVE_INFINITY
  let reloadNotBefore = 0
  let trainNotBefore = 0
  let refreshing: Promise<void> | undefined
  /** The training, or the load of a newer model, that is under way. */
  let modelWork: Promise<void> | undefined
  /** Whether the last call of `acquireTrainingLease` took the lease. */
  let hasLease = false

  /** Combines this model with the products, in a thread if there are many. */
  async function combine(original: Model, products: Snapshot['products']): Promise<ServedModel> {
    const job = { model: original, catalogue: [...products.values()] }
    const { servedModel } =
      products.size <= PRODUCTS_WITHOUT_THREAD_MAX
        ? await runTrainingJob(job)
        : await deps.runInThread(job, closing.signal)
    // A thread returns a copy of the model. The original replaces the copy, because `refresh`
    // compares objects to find out whether the model has changed.
    return { ...servedModel, model: original }
  }

  function decodeAndUse({ dataVersion, bytes }: StoredModel) {
    const decoded = decodeModel(bytes)
    // Another release may have stored the model in a format that this release cannot read. The
    // current model then stays.
    if (!decoded) return
    model = decoded
    trainedVersion = dataVersion
  }

  function needsRefresh({ servedModel, catalogueVersion }: VersionedSnapshot) {
    const hasNewModel = servedModel.model !== model
    const hasNewCatalogue = catalogueVersion !== deps.catalogueVersion()
    const isReloadDue = hasNewCatalogue && now().getTime() >= reloadNotBefore
    return hasNewModel || isReloadDue
  }

  /** Makes the first snapshot, or a new one if the model or the catalogue has changed. */
  async function refresh() {
    if (current && !needsRefresh(current)) return
    if (!model) {
      const stored = await models.read()
      if (stored) decodeAndUse(stored)
    }
    const { catalogueVersion, products } = await loadCatalogue()
    // Before the first training an empty model is used.
    model ??= train({ interactions: [], catalogue: [], now: 0 })
    const usedModel = model
    // The catalogue version also changes if only the stock or the order of the products changes.
    // The snapshot then stays: it contains no stock, and the order matters only for products that
    // are equally popular.
    if (current?.servedModel.model === usedModel && haveSameProducts(products, current.products)) {
      current.catalogueVersion = catalogueVersion
      return
    }
    const servedModel = await combine(usedModel, products)
    // `model` is another object if a newer model was loaded or trained meanwhile. This snapshot is
    // then dropped, and the next refresh uses the newer model.
    if (model === usedModel) current = { servedModel, products, catalogueVersion }
  }

  async function loadCatalogue() {
    // The version is read before the products, so a change during the load causes another load.
    const catalogueVersion = deps.catalogueVersion()
    const startedAt = now().getTime()
    const catalogue = await deps.loadCatalogue()
    const loadedAt = now().getTime()
    reloadNotBefore = loadedAt + (loadedAt - startedAt) * RELOAD_DELAY_FACTOR
    return { catalogueVersion, products: new Map(catalogue.map((product) => [product.productId, product])) }
  }

  /** Joins the refresh that is under way, or starts one. */
  function joinRefresh() {
    refreshing ??= refresh().finally(() => {
      refreshedAt = now().getTime()
      refreshing = undefined
    })
    return refreshing
  }

  async function snapshot() {
    if (!current) await joinRefresh()
    else if (now().getTime() - refreshedAt >= CATALOGUE_CHECK_INTERVAL_MS)
      joinRefresh().catch(warnOf('the catalogue could not be refreshed'))
    if (!current) throw new Error('There is no catalogue to suggest from')
    return current
  }

  /** Uses the stored model if another process has stored a newer one. */
  async function loadNewerModel() {
    const stored = await models.read({ unlessTrainedOn: trainedVersion })
    if (!stored) return
    decodeAndUse(stored)
    await joinRefresh()
  }

  async function trainIfNeeded() {
    // The first snapshot loads the stored model, and so sets `trainedVersion`.
    await snapshot()
    const dataVersion = await events.dataVersion()
    if (dataVersion === trainedVersion) return
    hasLease = await models.acquireTrainingLease(LEASE_MS)
    if (!hasLease) {
      await loadNewerModel()
      return
    }
    await events.pruneViews(new Date(now().getTime() - VIEW_RETENTION_MS))
    const startedAt = now().getTime()
    const durationMs = () => now().getTime() - startedAt
    try {
      const { interactionCount } = await trainOn(dataVersion)
      logger.info({ count: interactionCount, ms: durationMs() }, 'suggestions were trained')
    } finally {
      // A failed training would probably fail again at once.
      trainNotBefore = now().getTime() + delayAfterTraining(durationMs())
    }
  }

  /** Trains on the events of this version, and stores and uses the new model. */
  async function trainOn(dataVersion: string): Promise<Model> {
    const { catalogueVersion, products } = await loadCatalogue()
    const source = await deps.interactionSource()
    const job = { source, catalogue: [...products.values()], now: now().getTime() }
    const { servedModel, bytes } = await deps.runInThread(job, closing.signal)
    // A training always returns bytes. They are null only for the job of `combine`.
    if (bytes) await models.write({ dataVersion, bytes })
    trainedVersion = dataVersion
    model = servedModel.model
    current = { servedModel, products, catalogueVersion }
    return model
  }

  /** Starts the work. If other work is under way, only waits for the other work. */
  function startOrJoin(work: () => Promise<void>) {
    modelWork ??= work().finally(() => {
      modelWork = undefined
    })
    return modelWork
  }

  function warnOf(failure: string) {
    return (error: unknown) => {
      if (!closing.signal.aborted) logger.warn({ err: error }, `${failure}; suggestions stay as they are`)
    }
  }

  function warnOfLease(error: unknown) {
    logger.warn({ err: error }, 'the training lease was not released; other processes wait until it expires')
  }

  const timer = setInterval(() => {
    if (modelWork) return
    const mayTrain = now().getTime() >= trainNotBefore
    if (mayTrain) startOrJoin(trainIfNeeded).catch(warnOf('training failed'))
    else startOrJoin(loadNewerModel).catch(warnOf('a newer model could not be loaded'))
  }, TRAINING_CHECK_INTERVAL_MS)
  timer.unref()

  return {
    snapshot,
    trainNow: () => startOrJoin(trainIfNeeded),
    async close() {
      closing.abort()
      clearInterval(timer)
      await Promise.allSettled([refreshing, modelWork])
      if (hasLease) await models.releaseTrainingLease().catch(warnOfLease)
    },
  }
}

function delayAfterTraining(durationMs: number) {
  const delayMs = Math.max(durationMs * TRAINING_DELAY_FACTOR, TRAINING_DELAY_MIN_MS)
  return Math.min(delayMs, TRAINING_DELAY_MAX_MS)
}

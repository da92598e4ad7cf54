import { encodeModel } from './model/model-file.ts'
import type { Model } from './model/model.ts'
import { beginTraining } from './model/train.ts'
import type { ModelProduct, Interaction } from './model/training-data.ts'
import { type ServedModel, withCatalogue } from './model/with-catalogue.ts'
import type { InteractionSource } from './training/interaction-source.ts'

/** Combines a model with the catalogue. */
type CombineJob = { model: Model; catalogue: readonly ModelProduct[] }

/** Trains a new model and combines the new model with the catalogue. */
type TrainJob = { source: InteractionSource; catalogue: readonly ModelProduct[]; now: number }

export type TrainingJob = CombineJob | TrainJob

export type TrainingResult = {
  servedModel: ServedModel
  /** The encoded new model; null when none was trained. */
  bytes: Uint8Array | null
}

export async function runTrainingJob(job: TrainingJob): Promise<TrainingResult> {
  if ('model' in job) return { servedModel: withCatalogue(job.model, job.catalogue), bytes: null }
  const { source, catalogue, now } = job
  const training = beginTraining({ catalogue, now })
  for await (const page of await readPages(source)) {
    for (const interaction of page) training.add(interaction)
  }
  const trained = training.learn()
  return { servedModel: withCatalogue(trained, catalogue), bytes: encodeModel(trained) }
}

type InteractionPages = AsyncIterable<Iterable<Interaction>> | Iterable<Iterable<Interaction>>

/**
 * Reads all interactions. An adapter is imported on demand, so that a store on SQLite never loads
 * the AWS SDK. SQLite gives a single page.
 */
async function readPages(source: InteractionSource): Promise<InteractionPages> {
  if ('sqlite' in source) {
    const { readInteractions } = await import('./adapters/sqlite/read-interactions.ts')
    return [readInteractions(source.sqlite)]
  }
  const { readInteractions } = await import('./adapters/dynamodb/read-interactions.ts')
  return readInteractions(source.dynamodb)
}

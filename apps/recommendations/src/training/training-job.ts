import { encodeModel } from '../model/model-file.ts'
import type { Model } from '../model/model.ts'
import { beginTraining } from '../model/train.ts'
import type { CatalogueItem, Interaction } from '../model/training-data.ts'
import { type ServedModel, withCatalogue } from '../model/with-catalogue.ts'
import type { InteractionSource } from './interaction-source.ts'

export type TrainingJob = {
  source: InteractionSource
  /** A model to combine with the catalogue; null trains a new one. */
  model: Model | null
  catalogue: readonly CatalogueItem[]
  now: number
}

export type TrainingResult = {
  served: ServedModel
  /** The encoded model; null when none was trained. */
  bytes: Uint8Array | null
}

export async function runTrainingJob({
  source,
  model,
  catalogue,
  now,
}: TrainingJob): Promise<TrainingResult> {
  if (model) return { served: withCatalogue(model, catalogue), bytes: null }
  const training = beginTraining({ catalogue, now })
  for await (const page of await openInteractions(source)) {
    for (const interaction of page) training.add(interaction)
  }
  const trained = training.learn()
  return { served: withCatalogue(trained, catalogue), bytes: encodeModel(trained) }
}

type Pages = AsyncIterable<Iterable<Interaction>> | Iterable<Iterable<Interaction>>

/** Imports an adapter on demand, so that a store on SQLite never loads the AWS SDK. */
async function openInteractions(source: InteractionSource): Promise<Pages> {
  if ('sqlite' in source) {
    const { readInteractions } = await import('../adapters/sqlite/read-interactions.ts')
    return [readInteractions(source.sqlite)]
  }
  const { readInteractions } = await import('../adapters/dynamodb/read-interactions.ts')
  return readInteractions(source.dynamodb)
}

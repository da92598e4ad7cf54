import { releaseLease, takeLease } from '@nashta/dynamodb/lease'
import { readItem, readItems } from '@nashta/dynamodb/read-items'
import { updateItem, writeItems } from '@nashta/dynamodb/write-item'
import type { ModelStore } from '../../training/model-store.ts'
import { type RecommendationsTable, toEpochSeconds } from './tables.ts'

/** A model is stored in chunks of this size, because an item of DynamoDB holds at most 400 kB. */
const CHUNK_BYTES = 256 * 1024

/**
 * Chunks expire after this time, because an interrupted write leaves chunks that no pointer names.
 * When the chunks of the current model expire, a new model is trained.
 */
const CHUNK_LIFETIME_MS = 90 * 24 * 60 * 60_000

const POINTER_KEY = { pk: 'model', sk: 'pointer' }
const LEASE_KEY = { pk: 'training', sk: 'lease' }

/** The item that names the current model, and the model that the current one replaced. */
type Pointer = {
  modelId: string
  chunkCount: number
  dataVersion: string
  replacedModelId: string
  replacedChunkCount: number
}

type Chunk = { pk: string; sk: string; index: number; expiresAt: number; bytes: Uint8Array }

export type DynamoModelStoreDeps = RecommendationsTable & {
  /** Identifies this process as the holder of the training lease. */
  holder: string
  newId: () => string
  now: () => Date
}

/**
 * The chunks of a new model are written first. Then the pointer is changed to name the new model.
 * Finally the chunks of the replaced model are deleted.
 */
export function createDynamoModelStore(deps: DynamoModelStoreDeps): ModelStore {
  const { client, table, holder, newId, now } = deps
  const lease = { table, key: LEASE_KEY, holder, now }

  const readPointer = () => readItem<Pointer>(client, table, POINTER_KEY)

  /** Returns null when chunks are missing. */
  async function readChunks({ modelId, chunkCount }: Pointer) {
    const keys = chunkKeys(modelId, chunkCount).map((key) => ({ table, key }))
    const chunks = (await readItems<Chunk>(client, keys)).get(table) ?? []
    return chunks.length === chunkCount ? concat(chunks) : null
  }

  return {
    async read(options) {
      for (;;) {
        const pointer = await readPointer()
        if (!pointer || pointer.dataVersion === options?.unlessTrainedOn) return null
        const bytes = await readChunks(pointer)
        if (bytes) return { dataVersion: pointer.dataVersion, bytes }
        // Chunks are missing, because another model has replaced this model, or because they have
        // expired.
        const isReplaced = (await readPointer())?.modelId !== pointer.modelId
        if (!isReplaced) return null
      }
    },
    async write({ dataVersion, bytes }) {
      const modelId = newId()
      const chunks = chunksOf(modelId, bytes, toEpochSeconds(now().getTime() + CHUNK_LIFETIME_MS))
      await writeItems(
        client,
        table,
        chunks.map((chunk) => ({ put: chunk })),
      )
      const updated = await updateItem<Pointer>(client, {
        TableName: table,
        Key: POINTER_KEY,
        // On the right sides, `modelId` and `chunkCount` are still those of the replaced model.
        UpdateExpression:
          'SET replacedModelId = if_not_exists(modelId, :none), replacedChunkCount = if_not_exists(chunkCount, :zero), ' +
          'modelId = :id, chunkCount = :count, dataVersion = :dataVersion',
        // After a lost response, the SDK sends the update again. Without this condition, the second
        // update would set `replacedModelId` to the new model, whose chunks would then be deleted.
        ConditionExpression: 'attribute_not_exists(modelId) OR modelId <> :id',
        ExpressionAttributeValues: {
          ':none': '',
          ':zero': 0,
          ':id': modelId,
          ':count': chunks.length,
          ':dataVersion': dataVersion,
        },
      })
      // `updated` is null when the condition refused the second update. The first one is stored.
      const pointer = updated ?? (await readPointer())
      const replacedKeys = pointer ? chunkKeys(pointer.replacedModelId, pointer.replacedChunkCount) : []
      await writeItems(
        client,
        table,
        replacedKeys.map((key) => ({ delete: key })),
      )
    },
    acquireTrainingLease: async (durationMs) => (await takeLease(client, { ...lease, durationMs })) !== null,
    releaseTrainingLease: () => releaseLease(client, lease),
  }
}

/** Each chunk has its own partition key, which spreads the load. */
function chunkKey(modelId: string, index: number) {
  return { pk: `model#${modelId}#${index}`, sk: 'chunk' }
}

function chunkKeys(modelId: string, count: number) {
  return Array.from({ length: count }, (_, index) => chunkKey(modelId, index))
}

function chunksOf(modelId: string, bytes: Uint8Array, expiresAt: number): Chunk[] {
  return Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, index) => ({
    ...chunkKey(modelId, index),
    index,
    expiresAt,
    bytes: bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
  }))
}

function concat(chunks: readonly Chunk[]): Uint8Array {
  const inOrder = chunks.toSorted((a, b) => a.index - b.index)
  return new Uint8Array(Buffer.concat(inOrder.map(({ bytes }) => bytes)))
}

import { releaseLease, takeLease } from '@nashta/dynamodb/lease'
import { type Item, readItem, readItems } from '@nashta/dynamodb/read-items'
import { updateItem, writeItems } from '@nashta/dynamodb/write-item'
import type { ModelStore } from '../../training/model-store.ts'
import { type RecommendationsTable, secondOf } from './tables.ts'

/** Below DynamoDB's limit of 400 kB per item. */
const CHUNK_BYTES = 256 * 1024

/** Chunks of an interrupted write expire. An unused model expires too and is trained again. */
const CHUNK_LIFETIME_MS = 90 * 24 * 60 * 60_000

const POINTER = { pk: 'model', sk: 'pointer' }
const LEASE = { pk: 'training', sk: 'lease' }

type Pointer = { modelId: string; chunkCount: number; dataVersion: string }

export type DynamoModelStoreDeps = RecommendationsTable & {
  /** Identifies this process as the holder of the training lease. */
  holder: string
  newId: () => string
  now: () => Date
}

/** All chunks of a model are written before the pointer, and deleted after the pointer has moved on. */
export function createDynamoModelStore(deps: DynamoModelStoreDeps): ModelStore {
  const { client, table, holder, newId, now } = deps
  const lease = { table, key: LEASE, holder, now }

  async function readChunks({ modelId, chunkCount }: Pointer) {
    const keys = chunkKeys(modelId, chunkCount).map((key) => ({ table, key }))
    const chunks = (await readItems(client, keys)).get(table) ?? []
    return chunks.length === chunkCount ? concat(chunks) : null
  }

  return {
    async read(known) {
      let seen: string | undefined
      for (;;) {
        // Only `write` below writes this item.
        const pointer = (await readItem(client, table, POINTER)) as Pointer | null
        if (!pointer || pointer.dataVersion === known) return null
        const bytes = await readChunks(pointer)
        if (bytes) return { dataVersion: pointer.dataVersion, bytes }
        // The model was replaced during the read, so it is read again. If it is still the same, its chunks have expired.
        if (pointer.modelId === seen) return null
        seen = pointer.modelId
      }
    },
    async write({ dataVersion, bytes }) {
      const modelId = newId()
      const chunks = chunksOf(modelId, bytes, secondOf(now().getTime() + CHUNK_LIFETIME_MS))
      await writeItems(
        client,
        table,
        chunks.map((chunk) => ({ put: chunk })),
      )
      const pointer = await updateItem(client, {
        TableName: table,
        Key: POINTER,
        UpdateExpression:
          'SET replacedId = if_not_exists(modelId, :none), replacedCount = if_not_exists(chunkCount, :zero), ' +
          'modelId = :id, chunkCount = :count, dataVersion = :dataVersion',
        ExpressionAttributeValues: {
          ':none': '',
          ':zero': 0,
          ':id': modelId,
          ':count': chunks.length,
          ':dataVersion': dataVersion,
        },
      })
      const replaced = chunkKeys(String(pointer?.['replacedId']), Number(pointer?.['replacedCount']))
      await writeItems(
        client,
        table,
        replaced.map((key) => ({ delete: key })),
      )
    },
    acquireTrainingLease(until) {
      const durationMs = until.getTime() - now().getTime()
      return takeLease(client, { ...lease, durationMs })
    },
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

function chunksOf(modelId: string, bytes: Uint8Array, expiresAt: number): Item[] {
  return Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, index) => ({
    ...chunkKey(modelId, index),
    index,
    expiresAt,
    bytes: bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
  }))
}

function concat(chunks: readonly Item[]): Uint8Array {
  const parts = chunks.toSorted((a, b) => Number(a['index']) - Number(b['index']))
  return new Uint8Array(Buffer.concat(parts.map(({ bytes }) => bytes as Uint8Array)))
}

import { releaseLease, takeLease } from '@nashta/dynamodb/lease'
import { type Item, readItem, readItems } from '@nashta/dynamodb/read-items'
import { updateItem, writeItems } from '@nashta/dynamodb/write-item'
import type { ModelStore } from '../../training/model-store.ts'
import { type RecommendationsTable, secondOf } from './tables.ts'

/** An item holds 400 kB, and a request as many of these as it writes at once. */
const CHUNK_BYTES = 256 * 1024

/** What somebody left behind who died over it goes by itself. After so quiet a time all is learnt anew. */
const CHUNKS_KEPT_MS = 90 * 24 * 60 * 60_000

const POINTER = { pk: 'model', sk: 'pointer' }
const CLAIM = { pk: 'learning', sk: 'claim' }

type Pointer = { modelId: string; chunkCount: number; revision: string }

export type DynamoModelStoreDeps = RecommendationsTable & {
  /** Says who trains; another in every process. */
  holder: string
  newId: () => string
  now: () => Date
}

/** A model is whole before anybody is pointed to it, and goes once nobody is any more. */
export function createDynamoModelStore(deps: DynamoModelStoreDeps): ModelStore {
  const { client, table, holder, newId, now } = deps
  const claim = { table, key: CLAIM, holder, now }

  async function readChunks({ modelId, chunkCount }: Pointer) {
    const keys = chunkKeys(modelId, chunkCount).map((key) => ({ table, key }))
    const chunks = (await readItems(client, keys)).get(table) ?? []
    return chunks.length === chunkCount ? joined(chunks) : null
  }

  return {
    async read(known) {
      let seen: string | undefined
      for (;;) {
        // Written below and by nobody else.
        const pointer = (await readItem(client, table, POINTER)) as Pointer | null
        if (!pointer || pointer.revision === known) return null
        const bytes = await readChunks(pointer)
        if (bytes) return { revision: pointer.revision, bytes }
        // Replaced while it was read; or past its time, when it still is the one.
        if (pointer.modelId === seen) return null
        seen = pointer.modelId
      }
    },
    async write({ revision, bytes }) {
      const modelId = newId()
      const chunks = chunksOf(modelId, bytes, secondOf(now().getTime() + CHUNKS_KEPT_MS))
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
          'modelId = :id, chunkCount = :count, revision = :revision',
        ExpressionAttributeValues: {
          ':none': '',
          ':zero': 0,
          ':id': modelId,
          ':count': chunks.length,
          ':revision': revision,
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
      const lastsMs = until.getTime() - now().getTime()
      return takeLease(client, { ...claim, lastsMs })
    },
    releaseTrainingLease: () => releaseLease(client, claim),
  }
}

/** Each under a key of its own, so that no one place takes all of it at once. */
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

function joined(chunks: readonly Item[]): Uint8Array {
  const parts = chunks.toSorted((a, b) => Number(a['index']) - Number(b['index']))
  return new Uint8Array(Buffer.concat(parts.map(({ bytes }) => bytes as Uint8Array)))
}

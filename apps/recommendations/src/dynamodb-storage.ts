import { randomUUID } from 'node:crypto'
import { writeProbe } from '@nashta/dynamodb/write-item'
import { createDynamoEventStore } from './adapters/dynamodb/event-store.ts'
import { createDynamoModelStore } from './adapters/dynamodb/model-store.ts'
import type { RecommendationsTable } from './adapters/dynamodb/tables.ts'
import type { RecommendationsStorage } from './storage.ts'
import type { ThreadCredentials } from './training/interaction-source.ts'
import { VIEW_RETENTION_MS } from './training/start-trainer.ts'

export type DynamoStorageOptions = RecommendationsTable & {
  /** Where the training thread finds the table. The thread creates its own client. */
  source: { region: string; endpoint?: string | undefined }
  /** Gets AWS credentials for the training thread. By default the thread finds them by itself. */
  credentials?: (() => Promise<ThreadCredentials>) | undefined
  now: () => Date
}

/**
 * One DynamoDB table. Any number of processes may open it. One process at a time trains the model,
 * and the others load it.
 */
export function openDynamoStorage(options: DynamoStorageOptions): RecommendationsStorage {
  const { client, table, source, credentials, now } = options
  return {
    events: createDynamoEventStore({ client, table, viewRetentionMs: VIEW_RETENTION_MS, now }),
    models: createDynamoModelStore({ client, table, holder: randomUUID(), newId: randomUUID, now }),
    // Credentials expire, so each training gets new ones.
    interactionSource: async () => ({ dynamodb: { ...source, table, credentials: await credentials?.() } }),
    isShared: true,
    // There is nothing to purge: only the backups of DynamoDB still hold deleted items.
    purgeDeletedData() {},
    probe: () => writeProbe(client, table, now),
    close: async () => {},
  }
}

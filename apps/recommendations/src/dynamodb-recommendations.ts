import { randomUUID } from 'node:crypto'
import { updateItem } from '@nashta/dynamodb/write-item'
import { createDynamoEventStore } from './adapters/dynamodb/event-store.ts'
import { createDynamoModelStore } from './adapters/dynamodb/model-store.ts'
import type { RecommendationsTable } from './adapters/dynamodb/tables.ts'
import { loadCatalogue } from './catalogue/load-catalogue.ts'
import { createApp } from './create-app.ts'
import { interactionsOf } from './events/list-interactions.ts'
import type { SqliteRecommendationsOptions } from './sqlite-recommendations.ts'
import type { ThreadCredentials } from './training/interaction-source.ts'
import { runInThread } from './training/run-in-thread.ts'
import { startTrainer, VIEW_RETENTION_MS } from './training/start-trainer.ts'

export type DynamoRecommendationsOptions = Omit<SqliteRecommendationsOptions, 'dataFolder'> &
  RecommendationsTable & {
    /** Where the training thread finds the table. The thread creates its own client. */
    source: { region: string; endpoint?: string | undefined }
    /** Gets AWS credentials for the training thread. By default the thread finds them by itself. */
    credentials?: (() => Promise<ThreadCredentials>) | undefined
  }

/**
 * The recommendation service on one DynamoDB table. Any number of processes may run the service.
 * One process at a time trains the model, and the others load it.
 */
export function openDynamoRecommendations(options: DynamoRecommendationsOptions) {
  const { client, table, source, credentials, fetchShop, catalogueVersion, logger, now } = options
  const events = createDynamoEventStore({ client, table, viewRetentionMs: VIEW_RETENTION_MS, now })
  const trainer = startTrainer({
    events,
    models: createDynamoModelStore({ client, table, holder: randomUUID(), newId: randomUUID, now }),
    // Credentials expire, so each training gets new ones.
    interactionSource: async () => ({ dynamodb: { ...source, table, credentials: await credentials?.() } }),
    loadCatalogue: () => loadCatalogue(fetchShop, logger),
    catalogueVersion,
    runInThread,
    logger,
    now,
  })

  return {
    // Suggestions are not cached: other processes add events, and would not empty this cache.
    ...createApp({ ...options, events, trainer, cache: null, addEvents: events.add }),
    addEvents: events.add,
    fetchInteractions: (userId: string) => interactionsOf(events, userId),
    trainNow: trainer.trainNow,
    probe: async () => {
      await updateItem(client, {
        TableName: table,
        Key: { pk: 'probe', sk: 'probe' },
        UpdateExpression: 'SET probedAt = :now',
        ExpressionAttributeValues: { ':now': now().toISOString() },
      })
    },
    close: () => trainer.close(),
  }
}

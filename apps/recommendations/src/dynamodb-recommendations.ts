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
    /** AWS credentials for the training thread; without them it uses those of the environment. */
    credentials?: (() => Promise<ThreadCredentials>) | undefined
  }

/** The recommendation service on one DynamoDB table. Any number of processes may run it; one of them trains. */
export function openDynamoRecommendations(options: DynamoRecommendationsOptions) {
  const { client, table, source, credentials, fetchShop, catalogueVersion, logger, now } = options
  const events = createDynamoEventStore({ client, table, viewRetentionMs: VIEW_RETENTION_MS, now })
  const dynamodb = { ...source, table }
  const trainer = startTrainer({
    events,
    models: createDynamoModelStore({ client, table, holder: randomUUID(), newId: randomUUID, now }),
    source: { dynamodb },
    loadCatalogue: () => loadCatalogue(fetchShop, logger),
    catalogueVersion,
    // Credentials expire, so each thread gets new ones. It gets their values, because the function
    // that returns them cannot be sent to a thread.
    runInThread: async (job, signal) => {
      const threadSource = { dynamodb: { ...dynamodb, credentials: await credentials?.() } }
      return runInThread({ ...job, source: threadSource }, signal)
    },
    logger,
    now,
  })

  return {
    // Suggestions are not cached: a process does not learn of events that another process adds.
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

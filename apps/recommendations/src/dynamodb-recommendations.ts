import { randomUUID } from 'node:crypto'
import { updateItem } from '@nashta/dynamodb/write-item'
import { createDynamoEventStore } from './adapters/dynamodb/event-store.ts'
import { createDynamoModelStore } from './adapters/dynamodb/model-store.ts'
import type { RecommendationsTable } from './adapters/dynamodb/tables.ts'
import { loadCatalogue } from './catalogue/load-catalogue.ts'
import { createApp } from './create-app.ts'
import type { TakeEvents } from './events/take-events.ts'
import type { SqliteRecommendationsOptions } from './sqlite-recommendations.ts'
import type { Remembered } from './suggestions/remembered.ts'
import type { Suggestions } from './suggestions/suggest.ts'
import type { ThreadCredentials } from './training/interaction-source.ts'
import { runInThread } from './training/run-in-thread.ts'
import { startTrainer, VIEW_RETENTION_MS } from './training/start-trainer.ts'

export type DynamoRecommendationsOptions = Omit<SqliteRecommendationsOptions, 'dataFolder'> &
  RecommendationsTable & {
    /** From which the training opens the table by itself. */
    source: { region: string; endpoint?: string | undefined }
    /** Those of the environment when there are none. */
    credentials?: (() => Promise<ThreadCredentials>) | undefined
  }

/** The whole recommendation service on one table. Any number of processes may run it: one of them trains. */
export function openDynamoRecommendations(options: DynamoRecommendationsOptions) {
  const { client, table, source, credentials, fetchShop, catalogueVersion, logger, now } = options
  const events = createDynamoEventStore({ client, table, viewRetentionMs: VIEW_RETENTION_MS })
  const take: TakeEvents = (told) => events.take(told)
  const trainer = startTrainer({
    events,
    models: createDynamoModelStore({ client, table, holder: randomUUID(), newId: randomUUID, now }),
    source: { dynamodb: { ...source, table } },
    loadCatalogue: () => loadCatalogue(fetchShop),
    catalogueVersion,
    // A thread cannot be handed a function: it gets what holds for as long as a training takes.
    runInThread: async (job, signal) =>
      runInThread(
        { ...job, source: { dynamodb: { ...source, table, credentials: await credentials?.() } } },
        signal,
      ),
    logger,
    now,
  })

  return {
    ...createApp({ ...options, events, trainer, remembered: nothingRemembered, take }),
    takeEvents: take,
    learn: trainer.learn,
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

/** Another process may have been told what the shopper did since. */
const nothingRemembered: Remembered<Suggestions> = {
  get: () => undefined,
  set() {},
  forget() {},
}

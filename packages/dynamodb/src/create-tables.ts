import { setTimeout as sleep } from 'node:timers/promises'
import {
  ContinuousBackupsUnavailableException,
  CreateTableCommand,
  DescribeTableCommand,
  type GlobalSecondaryIndex,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateContinuousBackupsCommand,
  UpdateTimeToLiveCommand,
  DescribeTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import type { Dynamo } from './create-client.ts'

/** The names of the attributes that are the partition key and the sort key. */
type KeyNames = { hash: string; range?: string }

/** `include` names the attributes that the index has besides the keys. */
type IndexDefinition = { name: string; key: Required<KeyNames>; include: readonly string[] }

export type TableDefinition = {
  name: string
  key: KeyNames
  indexes?: readonly IndexDefinition[]
  /** The name of the attribute with the Unix time in seconds after which DynamoDB may delete the item. */
  expiryAttribute?: string
}

const ACTIVE_TIMEOUT_S = 120
const BACKUP_RETRIES = 30
const BACKUP_RETRY_DELAY_MS = 2_000

/** Creates the tables that are missing and returns their names. Safe to call in two processes at once. */
export async function createTables(client: Dynamo, tables: readonly TableDefinition[]): Promise<string[]> {
  const created = await Promise.all(tables.map((table) => ensureTable(client, table)))
  return tables.flatMap(({ name }, index) => (created[index] ? [name] : []))
}

/** Returns whether this process created the table. */
async function ensureTable(client: Dynamo, table: TableDefinition): Promise<boolean> {
  const isCreated = !(await exists(client, table.name)) && (await createTable(client, table))
  await waitUntilTableExists(
    { client, maxWaitTime: ACTIVE_TIMEOUT_S, minDelay: 1, maxDelay: 5 },
    { TableName: table.name },
  )
  await enableBackups(client, table.name)
  if (table.expiryAttribute !== undefined) await enableExpiry(client, table.name, table.expiryAttribute)
  return isCreated
}

async function exists(client: Dynamo, name: string) {
  try {
    await client.send(new DescribeTableCommand({ TableName: name }))
    return true
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false
    throw error
  }
}

/** Returns false when another process created the table meanwhile. */
async function createTable(client: Dynamo, { name, key, indexes = [] }: TableDefinition) {
  const attributes = new Set([key, ...indexes.map((index) => index.key)].flatMap(attributesOf))
  try {
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        // The table cannot be deleted by mistake: this protection must be removed first.
        DeletionProtectionEnabled: true,
        AttributeDefinitions: [...attributes].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
        KeySchema: keySchemaOf(key),
        ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes.map(toSecondaryIndex) }),
      }),
    )
    return true
  } catch (error) {
    if (error instanceof ResourceInUseException) return false
    throw error
  }
}

function toSecondaryIndex({ name, key, include }: IndexDefinition): GlobalSecondaryIndex {
  return {
    IndexName: name,
    KeySchema: keySchemaOf(key),
    Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...include] },
  }
}

function attributesOf({ hash, range }: KeyNames) {
  return range === undefined ? [hash] : [hash, range]
}

function keySchemaOf({ hash, range }: KeyNames) {
  const partition = { AttributeName: hash, KeyType: 'HASH' as const }
  return range === undefined ? [partition] : [partition, { AttributeName: range, KeyType: 'RANGE' as const }]
}

/**
 * Enables point-in-time recovery: the table can be restored to any second of the last 35 days. An
 * emulator does not know this operation.
 */
async function enableBackups(client: Dynamo, name: string) {
  for (let failures = 0; ; failures += 1) {
    try {
      await client.send(
        new UpdateContinuousBackupsCommand({
          TableName: name,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        }),
      )
      return
    } catch (error) {
      if (error instanceof Error && error.name === 'UnknownOperationException') return
      // DynamoDB cannot enable backups of a table in its first seconds.
      if (!(error instanceof ContinuousBackupsUnavailableException) || failures >= BACKUP_RETRIES) throw error
      await sleep(BACKUP_RETRY_DELAY_MS)
    }
  }
}

async function enableExpiry(client: Dynamo, name: string, attribute: string) {
  const isEnabled = async () => {
    const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: name }))
    return TimeToLiveDescription?.AttributeName === attribute
  }
  if (await isEnabled()) return
  try {
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: name,
        TimeToLiveSpecification: { AttributeName: attribute, Enabled: true },
      }),
    )
  } catch (error) {
    // Another process may have enabled the expiry meanwhile.
    if (!(await isEnabled())) throw error
  }
}

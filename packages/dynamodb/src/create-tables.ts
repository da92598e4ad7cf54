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

type KeyNames = { hash: string; range?: string }

export type TableDefinition = {
  name: string
  key: KeyNames
  indexes?: readonly { name: string; key: Required<KeyNames>; include: readonly string[] }[]
  /** The attribute with the Unix second after which an item expires. */
  expiresAt?: string
}

const ACTIVE_WITHIN_S = 120
const BACKUP_TRIES = 30
const BACKUP_WAIT_MS = 2_000

/** Creates the missing tables and returns their names. Safe to repeat, and to run twice at once. */
export async function createTables(client: Dynamo, tables: readonly TableDefinition[]): Promise<string[]> {
  const made = await Promise.all(tables.map((table) => createTable(client, table)))
  return tables.flatMap(({ name }, index) => (made[index] ? [name] : []))
}

async function createTable(client: Dynamo, table: TableDefinition): Promise<boolean> {
  const missing = !(await exists(client, table.name))
  const made = missing && (await create(client, table))
  await waitUntilTableExists(
    { client, maxWaitTime: ACTIVE_WITHIN_S, minDelay: 1, maxDelay: 5 },
    { TableName: table.name },
  )
  await keepBackups(client, table.name)
  if (table.expiresAt !== undefined) await expire(client, table.name, table.expiresAt)
  return made
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

/** False when another process has created it meanwhile. */
async function create(client: Dynamo, { name, key, indexes = [] }: TableDefinition) {
  const names = new Set([key, ...indexes.map((index) => index.key)].flatMap(attributesOf))
  try {
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [...names].map((attribute) => ({
          AttributeName: attribute,
          AttributeType: 'S',
        })),
        KeySchema: schemaOf(key),
        ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes.map(indexOf) }),
      }),
    )
    return true
  } catch (error) {
    if (error instanceof ResourceInUseException) return false
    throw error
  }
}

function indexOf({
  name,
  key,
  include,
}: NonNullable<TableDefinition['indexes']>[number]): GlobalSecondaryIndex {
  return {
    IndexName: name,
    KeySchema: schemaOf(key),
    Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...include] },
  }
}

function attributesOf({ hash, range }: KeyNames) {
  return range === undefined ? [hash] : [hash, range]
}

function schemaOf({ hash, range }: KeyNames) {
  const partition = { AttributeName: hash, KeyType: 'HASH' as const }
  return range === undefined ? [partition] : [partition, { AttributeName: range, KeyType: 'RANGE' as const }]
}

/** Allows to restore any second of the last five weeks. DynamoDB Local does not support it. */
async function keepBackups(client: Dynamo, name: string) {
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
      // A table that was just made is not ready for it yet.
      if (!(error instanceof ContinuousBackupsUnavailableException) || failures >= BACKUP_TRIES) throw error
      await sleep(BACKUP_WAIT_MS)
    }
  }
}

async function expire(client: Dynamo, name: string, attribute: string) {
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: name }))
  if (TimeToLiveDescription?.AttributeName === attribute) return
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: name,
      TimeToLiveSpecification: { AttributeName: attribute, Enabled: true },
    }),
  )
}

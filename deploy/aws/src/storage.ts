import type { TableDefinition } from '@nashta/dynamodb/create-tables'
import { recommendationsTableDefinition } from '@nashta/recommendations/adapters/dynamodb/tables'
import { shopTableDefinitions } from '@nashta/shop-api/adapters/dynamodb/tables'
import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import type { Deployment } from './deployment.ts'

const TABLE_NAMES = {
  products: 'nashta-products',
  carts: 'nashta-carts',
  purchases: 'nashta-purchases',
  recommendations: 'nashta-recommendations',
} as const

/**
 * The tables, with the definitions that `npm run storage -- create` uses too, and the buckets for
 * pictures and access logs.
 */
export class Storage extends Construct {
  readonly tables: Record<keyof typeof TABLE_NAMES, Table>
  readonly images: Bucket

  constructor(scope: Construct, id: string, deployment: Pick<Deployment, 'warmWrites' | 'warmReads'>) {
    super(scope, id)
    const { warmWrites: writeUnitsPerSecond, warmReads: readUnitsPerSecond } = deployment
    const warmThroughput = { writeUnitsPerSecond, readUnitsPerSecond }
    const definitions = [
      ...shopTableDefinitions(TABLE_NAMES),
      recommendationsTableDefinition(TABLE_NAMES.recommendations),
    ]
    const createTableNamed = (name: string) => {
      const definition = definitions.find((candidate) => candidate.name === name)
      if (!definition) throw new Error(`There is no definition of the table ${name}`)
      return this.createTable(definition, warmThroughput)
    }
    this.tables = {
      products: createTableNamed(TABLE_NAMES.products),
      carts: createTableNamed(TABLE_NAMES.carts),
      purchases: createTableNamed(TABLE_NAMES.purchases),
      recommendations: createTableNamed(TABLE_NAMES.recommendations),
    }

    const logs = new Bucket(this, 'Logs', {
      ...PRIVATE_BUCKET,
      lifecycleRules: [{ expiration: Duration.days(90) }],
    })
    acknowledge(logs, 'The bucket of the access logs has no access log of its own.', ['AwsSolutions-S1'])
    this.images = new Bucket(this, 'Images', {
      ...PRIVATE_BUCKET,
      // A deleted or overwritten picture can be restored.
      versioned: true,
      lifecycleRules: [
        {
          noncurrentVersionExpiration: Duration.days(35),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
        // The files of releases, for pages that are still open. Processes write those of their own
        // release again each day, so only those of past releases expire.
        {
          prefix: '.releases/',
          expiration: Duration.days(30),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: 'images/',
    })
  }

  private createTable(
    { name, key, indexes = [], expiryAttribute }: TableDefinition,
    warmThroughput: Throughput,
  ) {
    const table = new Table(this, name, {
      tableName: name,
      ...keysOf(key),
      billingMode: BillingMode.PAY_PER_REQUEST,
      warmThroughput,
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
      ...(expiryAttribute !== undefined && { timeToLiveAttribute: expiryAttribute }),
    })
    for (const index of indexes) {
      table.addGlobalSecondaryIndex({
        indexName: index.name,
        ...keysOf(index.key),
        projectionType: ProjectionType.INCLUDE,
        nonKeyAttributes: [...index.include],
        warmThroughput,
      })
    }
    return table
  }
}

type Throughput = { writeUnitsPerSecond: number; readUnitsPerSecond: number }

const PRIVATE_BUCKET = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
  removalPolicy: RemovalPolicy.RETAIN,
}

function keysOf({ hash, range }: TableDefinition['key']) {
  const type = AttributeType.STRING
  return {
    partitionKey: { name: hash, type },
    ...(range !== undefined && { sortKey: { name: range, type } }),
  }
}

import { DescribeTableCommand, DescribeTimeToLiveCommand } from '@aws-sdk/client-dynamodb'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { OPERATOR_ROLES } from '@nashta/contracts/api/operator-roles'
import { IDENTITY_GATEWAY_BASE } from '@nashta/contracts/identity/identity-gateway'
import { createTables } from '@nashta/dynamodb/create-tables'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { recommendationsTableDefinition } from '@nashta/recommendations/adapters/dynamodb/tables'
import { readSettings, SETTING_NAMES } from '@nashta/service-kit/process/settings'
import { shopTableDefinitions } from '@nashta/shop-api/adapters/dynamodb/tables'
import { App } from 'aws-cdk-lib'
import { Match, Template } from 'aws-cdk-lib/assertions'
import { AwsSolutionsChecks } from 'cdk-nag'
import { beforeAll, expect, it } from 'vitest'
import { readDeployment } from './deployment.ts'
import { StoreStack } from './store-stack.ts'

const CONTEXT: Record<string, string> = {
  account: '123456789012',
  domain: 'snacks.example',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-4000-8000-000000000000',
  mailFrom: 'hello@snacks.example',
  image: '123456789012.dkr.ecr.ap-south-1.amazonaws.com/nashta:1.0.0',
  alarmMail: 'operator@snacks.example',
}

type Resources<Properties> = Record<string, { Properties: Properties; DeletionPolicy?: string }>

let app: App
let template: Template
beforeAll(() => {
  app = new App()
  const deployment = readDeployment(CONTEXT)
  const env = { account: deployment.account, region: deployment.region }
  template = Template.fromStack(new StoreStack(app, 'Nashta', { env, deployment }))
}, 120_000)

/** Counts the resources of this type that have these properties. */
function countResources(type: string, properties: object) {
  return Object.keys(template.findResources(type, { Properties: properties })).length
}

function resources<Properties>(type: string): Resources<Properties> {
  return template.findResources(type) as Resources<Properties>
}

it('reading a deployment fails with the names of the values that are missing or wrong', () => {
  expect(() => readDeployment({ ...CONTEXT, domain: 'https://x', image: '' })).toThrow(
    'Missing or wrong: domain, image;',
  )
})

it('cdk-nag has no unexplained finding', () => {
  const { success, violations } = new AwsSolutionsChecks(app).validateScope(app)
  expect(violations.map(({ ruleName, description }) => `${ruleName}: ${description}`)).toEqual([])
  expect(success).toBe(true)
})

type TableProperties = {
  TableName: string
  KeySchema: object[]
  AttributeDefinitions: { AttributeName: string }[]
  GlobalSecondaryIndexes?: { IndexName: string; KeySchema: object[]; Projection: object }[]
  TimeToLiveSpecification?: { AttributeName: string }
}

it('tables cannot be deleted, can be restored to any second, and start with warm throughput', () => {
  const tables = Object.values(resources<TableProperties>('AWS::DynamoDB::Table'))
  expect(tables).toHaveLength(4)
  for (const { Properties, DeletionPolicy } of tables) {
    expect(Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      SSESpecification: { SSEEnabled: true },
      WarmThroughput: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4000 },
    })
    expect(DeletionPolicy).toBe('Retain')
  }
})

describeOnDynamoDbLocal('the tables of the template', () => {
  it('have the keys, indexes and expiry of the tables that `npm run storage -- create` makes', async () => {
    const client = await connectDynamoDbLocal()
    const templateTables = Object.values(resources<TableProperties>('AWS::DynamoDB::Table')).map(
      ({ Properties }) => Properties,
    )
    await createTables(client, [
      ...shopTableDefinitions({
        products: 'nashta-products',
        carts: 'nashta-carts',
        purchases: 'nashta-purchases',
      }),
      recommendationsTableDefinition('nashta-recommendations'),
    ])
    for (const templateTable of templateTables) {
      const { TableName } = templateTable
      const { Table } = await client.send(new DescribeTableCommand({ TableName }))
      const expiry = await client.send(new DescribeTimeToLiveCommand({ TableName }))
      expect(templateTable.KeySchema).toEqual(Table?.KeySchema)
      expect(templateTable.AttributeDefinitions.toSorted(byName)).toEqual(
        Table?.AttributeDefinitions?.toSorted(byName),
      )
      expect(
        templateTable.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
          IndexName,
          KeySchema,
          Projection,
        })),
      ).toEqual(
        Table?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
          IndexName,
          KeySchema,
          Projection,
        })),
      )
      expect(templateTable.TimeToLiveSpecification?.AttributeName).toBe(
        expiry.TimeToLiveDescription?.AttributeName,
      )
    }
    expect(templateTables.map(({ TableName }) => TableName).toSorted()).toEqual([
      'nashta-carts',
      'nashta-products',
      'nashta-purchases',
      'nashta-recommendations',
    ])
  }, 150_000)
})

function byName(a: { AttributeName?: string }, b: { AttributeName?: string }) {
  return String(a.AttributeName).localeCompare(String(b.AttributeName))
}

type Container = {
  Name: string
  Environment: { Name: string; Value: unknown }[]
  Secrets?: { Name: string }[]
}

it('the store gets settings that it knows, everything that CLOUD=aws needs, and no secret as plain text', () => {
  const [task] = Object.values(resources<{ ContainerDefinitions: Container[] }>('AWS::ECS::TaskDefinition'))
  const store = task?.Properties.ContainerDefinitions.find(({ Name }) => Name === 'Store')
  const plainNames = store?.Environment.map(({ Name }) => Name) ?? []
  const secretNames = store?.Secrets?.map(({ Name }) => Name) ?? []

  expect(SETTING_NAMES).toEqual(expect.arrayContaining([...plainNames, ...secretNames]))
  expect(secretNames.toSorted()).toEqual([
    'METRICS_TOKEN',
    'SECRETS_KEY',
    'SMTP_URL',
    'USER_POOL_CLIENT_SECRET',
  ])
  expect([...plainNames, ...secretNames]).toEqual(
    expect.arrayContaining([
      'USER_POOL_ID',
      'USER_POOL_CLIENT_ID',
      'IDENTITY_POOL_ID',
      'PRODUCTS_TABLE_NAME',
      'CARTS_TABLE_NAME',
      'PURCHASES_TABLE_NAME',
      'IMAGES_BUCKET',
      'MAIL_FROM',
      'PUBLIC_URL',
    ]),
  )
  const literals = store?.Environment.flatMap(({ Name, Value }) =>
    typeof Value === 'string' ? [[Name, Value]] : [],
  )
  // TRUSTED_PROXIES is no literal in the template: AWS fills in the addresses of the network.
  const settings = readSettings({ ...Object.fromEntries(literals ?? []), TRUSTED_PROXIES: '10.0.0.0/16' })
  expect(settings).toMatchObject({ CLOUD: 'aws', HOST: '0.0.0.0', SHARED_CACHE_SECONDS: 5 })
})

it('three processes run in three zones, and only those that are ready get requests', () => {
  const subnets = Object.values(resources<{ AvailabilityZone: string }>('AWS::EC2::Subnet'))
  expect(new Set(subnets.map(({ Properties }) => Properties.AvailabilityZone)).size).toBe(3)
  expect(
    countResources('AWS::ECS::Service', {
      DesiredCount: 3,
      DeploymentConfiguration: {
        MinimumHealthyPercent: 100,
        DeploymentCircuitBreaker: { Enable: true, Rollback: true },
      },
    }),
  ).toBe(1)
  expect(countResources('AWS::ElasticLoadBalancingV2::TargetGroup', { HealthCheckPath: '/readyz' })).toBe(1)
  expect(countResources('AWS::ElasticLoadBalancingV2::LoadBalancer', { Scheme: 'internal' })).toBe(1)
})

type Statement = { Action: string | string[]; Resource: unknown }

it('the role of the store has exactly the rights that docs/operating.md lists', () => {
  const policies = Object.entries(
    resources<{ PolicyDocument: { Statement: Statement[] } }>('AWS::IAM::Policy'),
  ).filter(([id]) => id.includes('TaskTaskRole'))
  const actions = policies
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
    .flatMap(({ Action }) => Action)
  expect(actions.toSorted()).toEqual([
    'cognito-idp:AdminGetUser',
    'cognito-idp:ListUsersInGroup',
    'dynamodb:BatchGetItem',
    'dynamodb:BatchWriteItem',
    'dynamodb:ConditionCheckItem',
    'dynamodb:DeleteItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
    'dynamodb:Scan',
    'dynamodb:UpdateItem',
    'logs:CreateLogGroup',
    'logs:CreateLogStream',
    'logs:PutLogEvents',
    'logs:PutRetentionPolicy',
    's3:DeleteObject',
    's3:GetObject',
    's3:ListBucket',
    's3:PutObject',
    'xray:PutTelemetryRecords',
    'xray:PutTraceSegments',
  ])
  const policiesText = JSON.stringify(policies)
  const tables = shopTableDefinitions({ products: 'p', carts: 'c', purchases: 'o' })
  for (const { name } of tables.flatMap(({ indexes = [] }) => indexes))
    expect(policiesText).toContain(`/index/${name}"`)
})

it('the user pool hides who has an account, sends mails by SES and allows the sign-in of the gateway', () => {
  expect(
    countResources('AWS::Cognito::UserPool', {
      DeletionProtection: 'ACTIVE',
      MfaConfiguration: 'OPTIONAL',
      UsernameAttributes: ['email'],
      EmailConfiguration: { EmailSendingAccount: 'DEVELOPER' },
    }),
  ).toBe(1)
  expect(
    countResources('AWS::Cognito::UserPoolClient', {
      GenerateSecret: true,
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
      ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      // Both are minutes.
      AccessTokenValidity: 60,
      RefreshTokenValidity: 30 * 24 * 60,
    }),
  ).toBe(1)
})

it('the user pool has a group for each role of operators', () => {
  const groups = Object.values(resources<{ GroupName: string }>('AWS::Cognito::UserPoolGroup'))
  expect(groups.map(({ Properties }) => Properties.GroupName).toSorted()).toEqual(OPERATOR_ROLES.toSorted())
})

type CacheBehavior = { PathPattern: string; AllowedMethods?: string[] }
type Distribution = { DistributionConfig: { CacheBehaviors: CacheBehavior[] } }

it.each([`${SHOP_API_BASE}/carts/asha`, IDENTITY_GATEWAY_BASE])(
  'CloudFront passes POST, PUT and DELETE requests for %s to the store',
  (path) => {
    const [distribution] = Object.values(resources<Distribution>('AWS::CloudFront::Distribution'))
    const behavior = distribution?.Properties.DistributionConfig.CacheBehaviors.find(({ PathPattern }) =>
      new RegExp(`^${PathPattern.replaceAll('*', '.*')}$`).test(path),
    )
    expect(behavior?.AllowedMethods).toEqual(expect.arrayContaining(['POST', 'PUT', 'DELETE']))
  },
)

it('CloudFront has behaviours for files and pictures, and caches pictures by Accept and API responses by Authorization', () => {
  expect(
    countResources('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: ['snacks.example'],
        CacheBehaviors: Match.arrayWith([
          Match.objectLike({ PathPattern: '/assets/*' }),
          Match.objectLike({ PathPattern: '/images/*' }),
        ]),
      },
    }),
  ).toBe(1)
  // The format of a picture depends on Accept, the response of an API call on Authorization.
  for (const headers of [['Accept'], ['Authorization', 'Nashta-Contract'], ['Nashta-Release']]) {
    expect(
      countResources('AWS::CloudFront::CachePolicy', {
        CachePolicyConfig: {
          MinTTL: 0,
          DefaultTTL: 0,
          ParametersInCacheKeyAndForwardedToOrigin: { HeadersConfig: { Headers: headers } },
        },
      }),
    ).toBe(1)
  }
})

it('no access log holds paths, because the path of an order link is a key to the order', () => {
  const [distribution] = Object.values(
    resources<{ DistributionConfig: { Logging?: object } }>('AWS::CloudFront::Distribution'),
  )
  expect(distribution?.Properties.DistributionConfig.Logging).toBeUndefined()
  const [loadBalancer] = Object.values(
    resources<{ LoadBalancerAttributes: { Key: string; Value: string }[] }>(
      'AWS::ElasticLoadBalancingV2::LoadBalancer',
    ),
  )
  const attributes = loadBalancer?.Properties.LoadBalancerAttributes ?? []
  expect(attributes).not.toContainEqual({ Key: 'access_logs.s3.enabled', Value: 'true' })
  expect(attributes).not.toHaveLength(0)
})

it('the stack has all its alarms, and each one mails the operator', () => {
  const alarms = resources<{ MetricName?: string; AlarmActions: unknown[] }>('AWS::CloudWatch::Alarm')
  const names = Object.keys(alarms).map((id) => id.replace(/^Alarms|[\dA-F]{8}$/g, ''))
  expect(names.toSorted()).toEqual([
    'Cpu',
    'Latency',
    'NoStore',
    'OutboxAge',
    'ReconcilerStopped',
    'StoreErrors',
    'Throttlescarts',
    'Throttlesproducts',
    'Throttlespurchases',
    'Throttlesrecommendations',
    'UnhealthyProcesses',
  ])
  for (const { Properties } of Object.values(alarms)) expect(Properties.AlarmActions).toHaveLength(1)
  expect(countResources('AWS::SNS::Subscription', { Endpoint: 'operator@snacks.example' })).toBe(1)
})

import { BY_DUE, BY_LIST } from '@nashta/shop-api/adapters/dynamodb/tables'
import { Duration, RemovalPolicy, SecretValue, Stack } from 'aws-cdk-lib'
import type { IVpc } from 'aws-cdk-lib/aws-ec2'
import {
  AwsLogDriverMode,
  Cluster,
  ContainerImage,
  ContainerInsights,
  CpuArchitecture,
  FargateService,
  FargateTaskDefinition,
  LogDrivers,
  OperatingSystemFamily,
  Secret as ContainerSecret,
} from 'aws-cdk-lib/aws-ecs'
import {
  ApplicationLoadBalancer,
  ApplicationProtocol,
  type ApplicationTargetGroup,
} from 'aws-cdk-lib/aws-elasticloadbalancingv2'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { CfnBucket } from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import type { Accounts } from './accounts.ts'
import { acknowledge } from './acknowledge.ts'
import { COLLECTOR_CONFIGURATION, COLLECTOR_ENDPOINT, METRICS_LOG_GROUP } from './collector.ts'
import type { Deployment } from './deployment.ts'
import type { Storage } from './storage.ts'

const PORT = 3000
const COLLECTOR_IMAGE = 'public.ecr.aws/aws-observability/aws-otel-collector:v0.45.1'

/** The same rights as in docs/operating.md. */
const TABLE_ACTIONS = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'Scan',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'ConditionCheckItem',
].map((action) => `dynamodb:${action}`)

type StoreServiceProps = { vpc: IVpc; storage: Storage; accounts: Accounts; deployment: Deployment }

/** The store's containers in three zones behind a load balancer that only CloudFront reaches. */
export class StoreService extends Construct {
  readonly loadBalancer: ApplicationLoadBalancer
  readonly targets: ApplicationTargetGroup
  readonly service: FargateService

  constructor(scope: Construct, id: string, { vpc, storage, accounts, deployment }: StoreServiceProps) {
    super(scope, id)
    const cluster = new Cluster(this, 'Cluster', { vpc, containerInsightsV2: ContainerInsights.ENABLED })
    const task = new FargateTaskDefinition(this, 'Task', {
      cpu: 1024,
      memoryLimitMiB: 2048,
      runtimePlatform: {
        cpuArchitecture: CpuArchitecture.ARM64,
        operatingSystemFamily: OperatingSystemFamily.LINUX,
      },
      volumes: [{ name: 'data' }, { name: 'tmp' }],
    })
    this.addContainers(task, { storage, accounts, deployment, vpc })
    grantRights(task, storage, accounts)

    this.service = new FargateService(this, 'Service', {
      cluster,
      taskDefinition: task,
      desiredCount: 3,
      minHealthyPercent: 100,
      maxHealthyPercent: 200,
      circuitBreaker: { rollback: true },
      healthCheckGracePeriod: Duration.seconds(60),
    })
    this.loadBalancer = new ApplicationLoadBalancer(this, 'LoadBalancer', {
      vpc,
      internetFacing: false,
      deletionProtection: true,
      dropInvalidHeaderFields: true,
      // Longer than CloudFront keeps its connections (50 seconds), shorter than the store does (65 seconds).
      idleTimeout: Duration.seconds(60),
    })
    acknowledge(
      this.loadBalancer,
      'Its access logs hold whole paths, and the path of an order link is a key to the order.',
      ['AwsSolutions-ELB2'],
    )
    const listener = this.loadBalancer.addListener('Http', {
      port: 80,
      protocol: ApplicationProtocol.HTTP,
      open: false,
    })
    this.targets = listener.addTargets('Store', {
      port: PORT,
      protocol: ApplicationProtocol.HTTP,
      targets: [this.service],
      healthCheck: {
        path: '/readyz',
        interval: Duration.seconds(5),
        timeout: Duration.seconds(3),
        healthyThresholdCount: 2,
        unhealthyThresholdCount: 2,
      },
      deregistrationDelay: Duration.seconds(15),
    })

    const scaling = this.service.autoScaleTaskCount({ minCapacity: 3, maxCapacity: 30 })
    scaling.scaleOnCpuUtilization('Cpu', {
      targetUtilizationPercent: 55,
      scaleInCooldown: Duration.minutes(5),
    })
  }

  private addContainers(
    task: FargateTaskDefinition,
    { storage, accounts, deployment, vpc }: StoreServiceProps,
  ) {
    const { tables, images } = storage
    const { client, pool, identityPool } = accounts
    const { region, domain, mailFrom, settings } = deployment
    // The operator gets an SMTP user and password from SES, and stores the URL with them in this secret.
    const smtpUrl = Secret.fromSecretNameV2(this, 'SmtpUrl', 'nashta/smtp-url')
    const clientSecret = new Secret(this, 'ClientSecret', {
      secretStringValue: SecretValue.resourceAttribute(accounts.clientSecret),
    })
    const metricsToken = new Secret(this, 'MetricsToken', {
      generateSecretString: { passwordLength: 40, excludePunctuation: true },
    })
    // Encrypts what operators write at the desk, such as the keys of Razorpay. All processes have the same one.
    const secretsKey = new Secret(this, 'SecretsKey', {
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.RETAIN,
    })
    for (const secret of [clientSecret, metricsToken, secretsKey]) {
      acknowledge(secret, 'Changes only with a new client or by hand; a change needs a deployment.', [
        'AwsSolutions-SMG4',
      ])
    }

    const store = task.addContainer('Store', {
      image: ContainerImage.fromRegistry(deployment.image),
      portMappings: [{ containerPort: PORT }],
      readonlyRootFilesystem: true,
      // A stop takes five seconds with /readyz at 503, up to seven for requests in flight and four for telemetry.
      stopTimeout: Duration.seconds(30),
      logging: this.createLogDriver('store'),
      environment: {
        CLOUD: 'aws',
        AWS_REGION: region,
        HOST: '0.0.0.0',
        PORT: String(PORT),
        PUBLIC_URL: `https://${domain}`,
        MAIL_FROM: `Nashta <${mailFrom}>`,
        TRUSTED_PROXIES: vpc.vpcCidrBlock,
        USER_POOL_ID: pool.userPoolId,
        USER_POOL_CLIENT_ID: client.userPoolClientId,
        IDENTITY_POOL_ID: identityPool.ref,
        PRODUCTS_TABLE_NAME: tables.products.tableName,
        CARTS_TABLE_NAME: tables.carts.tableName,
        PURCHASES_TABLE_NAME: tables.purchases.tableName,
        RECOMMENDATIONS_TABLE_NAME: tables.recommendations.tableName,
        IMAGES_BUCKET: images.bucketName,
        OTEL_EXPORTER_OTLP_ENDPOINT: COLLECTOR_ENDPOINT,
        ...settings.plain,
      },
      secrets: {
        ...this.findSecrets(settings.secrets),
        SMTP_URL: ContainerSecret.fromSecretsManager(smtpUrl),
        USER_POOL_CLIENT_SECRET: ContainerSecret.fromSecretsManager(clientSecret),
        METRICS_TOKEN: ContainerSecret.fromSecretsManager(metricsToken),
        SECRETS_KEY: ContainerSecret.fromSecretsManager(secretsKey),
      },
    })
    acknowledge(task, 'The settings are names and addresses; what is secret comes from Secrets Manager.', [
      'AwsSolutions-ECS2',
    ])
    store.addMountPoints(
      { sourceVolume: 'data', containerPath: '/data', readOnly: false },
      { sourceVolume: 'tmp', containerPath: '/tmp', readOnly: false },
    )

    task.addContainer('Collector', {
      image: ContainerImage.fromRegistry(COLLECTOR_IMAGE),
      // If the collector stops, the store keeps running without telemetry.
      essential: false,
      readonlyRootFilesystem: true,
      memoryLimitMiB: 256,
      logging: this.createLogDriver('collector'),
      environment: { AOT_CONFIG_CONTENT: JSON.stringify(COLLECTOR_CONFIGURATION) },
    })
  }

  /** Secrets that the operator has stored, by setting. `names` are their names in Secrets Manager. */
  private findSecrets(names: Record<string, string>) {
    const secrets = Object.entries(names).map(([setting, name]) => {
      const secret = Secret.fromSecretNameV2(this, setting, name)
      return [setting, ContainerSecret.fromSecretsManager(secret)] as const
    })
    return Object.fromEntries(secrets)
  }

  private createLogDriver(name: string) {
    const logGroup = new LogGroup(this, `${name}-logs`, {
      logGroupName: `/nashta/${name}`,
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.RETAIN,
    })
    return LogDrivers.awsLogs({ logGroup, streamPrefix: name, mode: AwsLogDriverMode.NON_BLOCKING })
  }
}

function grantRights(task: FargateTaskDefinition, { tables, images }: Storage, { pool }: Accounts) {
  const { region, account } = Stack.of(task)
  const metricsLogs = `arn:aws:logs:${region}:${account}:log-group:${METRICS_LOG_GROUP}:*`
  task.addToTaskRolePolicy(
    new PolicyStatement({
      actions: TABLE_ACTIONS,
      resources: [
        ...Object.values(tables).map(({ tableArn }) => tableArn),
        ...[BY_DUE, BY_LIST].map((index) => `${tables.purchases.tableArn}/index/${index}`),
      ],
    }),
  )
  task.addToTaskRolePolicy(
    new PolicyStatement({
      actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
      resources: [images.arnForObjects('*')],
    }),
  )
  task.addToTaskRolePolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [images.bucketArn] }))
  task.addToTaskRolePolicy(
    new PolicyStatement({
      actions: [
        'logs:CreateLogGroup',
        'logs:CreateLogStream',
        'logs:PutLogEvents',
        'logs:PutRetentionPolicy',
      ],
      resources: [metricsLogs],
    }),
  )
  task.addToTaskRolePolicy(
    // The Shop API looks for deleted accounts, and for the last administrator.
    new PolicyStatement({
      actions: ['cognito-idp:AdminGetUser', 'cognito-idp:ListUsersInGroup'],
      resources: [pool.userPoolArn],
    }),
  )
  task.addToTaskRolePolicy(
    // X-Ray has no resources that a policy could name.
    new PolicyStatement({ actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], resources: ['*'] }),
  )
  acknowledge(
    task,
    'Pictures, log streams and traces have no names in advance; X-Ray has no resources at all.',
    [
      `AwsSolutions-IAM5[Resource::<${Stack.of(task).getLogicalId(images.node.defaultChild as CfnBucket)}.Arn>/*]`,
      `AwsSolutions-IAM5[Resource::${metricsLogs}]`,
      'AwsSolutions-IAM5[Resource::*]',
    ],
  )
}

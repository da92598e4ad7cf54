import { readFileSync } from 'node:fs'
import { SETTING_NAMES, type SettingName } from '@nashta/service-kit/process/settings'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { expect, it } from 'vitest'
import { readDeployment } from './deployment.ts'
import { SECRET_SETTINGS, STACK_SETTINGS } from './store-settings.ts'
import { StoreStack } from './store-stack.ts'

/** Every setting, as .env.example names it. */
const SETTINGS = Array.from(
  readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8').matchAll(/^#?([A-Z][A-Z_\d]+)=/gm),
  ([, name = '']) => name,
)

/** What deploy/compose decides itself, with the reason. The owner's `.env` decides all others. */
const COMPOSE_SETTINGS: Partial<Record<SettingName, string>> = {
  PUBLIC_URL: 'it is made of DOMAIN, which Caddy needs too',
  TRUSTED_PROXIES: 'the network of the containers has fixed addresses',
  HOST: 'Caddy reaches the container from outside',
  PORT: 'Caddy forwards to this port',
  SHARE_PORT: 'the container has one process',
  DATA_DIR: 'the volume is there',
}

it('with compose, every setting in .env reaches the store as it is, except what the deployment decides', () => {
  const compose = readFileSync(new URL('../../compose/compose.yaml', import.meta.url), 'utf8')
  const [, store = ''] = compose.match(/^ {2}store:\n((?: {4}.*\n|\n)+)/m) ?? []
  expect(store).toContain('env_file: [{ path: .env, required: false }]')
  const [, environment = ''] = store.match(/^ {4}environment:\n((?: {6}.*\n)+)/m) ?? []
  const overridden = Array.from(environment.matchAll(/^ {6}([A-Z_]+):/gm), ([, name = '']) => name)
  const settings = overridden.filter((name) => SETTINGS.includes(name))
  expect(settings.toSorted()).toEqual(Object.keys(COMPOSE_SETTINGS).toSorted())
  expect(overridden.filter((name) => !SETTINGS.includes(name))).toEqual([
    'BACKUP_KEY_ID',
    'BACKUP_KEY_SECRET',
  ])
})

const CONTEXT = {
  account: '123456789012',
  domain: 'snacks.example',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-4000-8000-000000000000',
  mailFrom: 'hello@snacks.example',
  image: '123456789012.dkr.ecr.ap-south-1.amazonaws.com/nashta:1.0.0',
  alarmMail: 'operator@snacks.example',
}

/** A valid value of every setting that the stack leaves to the operator. */
const CHOSEN = {
  IMAGE_HOSTS: 'cdn.example',
  SHARED_CACHE_SECONDS: '7',
  STOP_DELAY_SECONDS: '6',
  LOG_LEVEL: 'warn',
  OTEL_TRACES_SAMPLER_ARG: '0.5',
  RATE_LIMIT_SCALE: '2',
  SHOP_API_URL: 'http://shop.internal',
  RECOMMENDATIONS_URL: 'http://recommendations.internal',
  PAYMENTS: 'upi,razorpay',
  PAYMENT_MINUTES: '20',
  UPI_VPA: 'snacks@bank',
  UPI_NAME: 'Asha Snacks',
  RAZORPAY_KEY_ID: 'rzp_live_1',
  RAZORPAY_URL: 'https://api.razorpay.com',
  GUEST_CHECKOUT: 'true',
  GOOGLE_SIGN_IN: 'false',
  SOCIAL_LOGIN: 'false',
  REAL_TIME_SYNC: 'false',
  DEBUG_MODE: 'false',
}
/** Settings with numbers of any size. */
const OTHERS = SETTINGS.filter(
  (name) => !(name in CHOSEN) && !(name in STACK_SETTINGS) && !(name in SECRET_SETTINGS),
)
const ALL_CHOSEN = { ...Object.fromEntries(OTHERS.map((name) => [name, '12'])), ...CHOSEN }

type Container = {
  Name: string
  Environment: { Name: string; Value: unknown }[]
  Secrets?: { Name: string }[]
}

function storeContainer(context: Record<string, string>) {
  const deployment = readDeployment({ ...CONTEXT, ...context })
  const env = { account: deployment.account, region: deployment.region }
  const template = Template.fromStack(new StoreStack(new App(), 'Nashta', { env, deployment }))
  const [task] = Object.values(template.findResources('AWS::ECS::TaskDefinition'))
  const containers = (task as { Properties: { ContainerDefinitions: Container[] } }).Properties
    .ContainerDefinitions
  const store = containers.find(({ Name }) => Name === 'Store')
  return {
    plain: Object.fromEntries(store?.Environment.map(({ Name, Value }) => [Name, Value]) ?? []),
    secrets: store?.Secrets?.map(({ Name }) => Name) ?? [],
  }
}

it('with the CDK, every setting reaches the container, except what the stack leaves out with a reason', () => {
  const { plain, secrets } = storeContainer(ALL_CHOSEN)
  expect(plain).toMatchObject(ALL_CHOSEN)
  const missing = SETTINGS.filter((name) => !(name in plain) && !secrets.includes(name))
  expect(missing.toSorted()).toEqual([
    'AWS_CREDENTIALS',
    'COGNITO_ENDPOINT',
    'DATA_DIR',
    'DYNAMODB_ENDPOINT',
    'IDENTITY_URL',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'S3_ENDPOINT',
    'SHARE_PORT',
    'USER_POOL_ADMIN_KEY_ID',
    'USER_POOL_ADMIN_KEY_SECRET',
  ])
  expect(Object.keys(STACK_SETTINGS)).toEqual(expect.arrayContaining(missing))
  expect(SETTING_NAMES.toSorted()).toEqual(SETTINGS.toSorted())
}, 120_000)

it('with the CDK, the secrets of Razorpay are in the container only when it takes payments', () => {
  expect(storeContainer({}).secrets).not.toContain('RAZORPAY_KEY_SECRET')
  const { plain, secrets } = storeContainer({ PAYMENTS: 'razorpay', RAZORPAY_KEY_ID: 'rzp_live_1' })
  expect(secrets).toEqual(expect.arrayContaining(['RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET']))
  expect(Object.keys(plain)).not.toContain('RAZORPAY_KEY_SECRET')
}, 120_000)

it.each([
  [{ PAYMENT: 'razorpay' }, '-c PAYMENT: there is no such setting'],
  [{ PORT: '80' }, '-c PORT: the stack decides it, because the load balancer has the same port'],
  [{ RAZORPAY_KEY_SECRET: 'x' }, 'store it in Secrets Manager as nashta/razorpay-key-secret'],
  [{ PAYMENTS: 'razorpay' }, 'PAYMENTS names razorpay, which needs RAZORPAY_KEY_ID'],
  [{ PAYMENTS: 'paypal' }, 'must name simulator, upi, razorpay'],
])('the context %o is refused before anything is deployed', (context, reason) => {
  expect(() => readDeployment({ ...CONTEXT, ...context })).toThrow(reason)
})

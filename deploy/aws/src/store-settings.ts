import {
  readSettings,
  SETTING_NAMES,
  type SettingName,
  type Settings,
} from '@nashta/service-kit/process/settings'

/** The settings that the stack decides, with the reason. All others are given as `-c NAME=value`. */
export const STACK_SETTINGS: Partial<Record<SettingName, string>> = {
  CLOUD: 'the stack is the one for AWS',
  AWS_REGION: 'it is the region of the stack: -c region=…',
  HOST: 'the load balancer reaches the container from outside',
  PORT: 'the load balancer has the same port',
  SHARE_PORT: 'each container has one process',
  DATA_DIR: 'the image has the folder',
  PUBLIC_URL: 'it follows from -c domain=…',
  TRUSTED_PROXIES: 'the proxies are those of the network of the stack',
  MAIL_FROM: 'it is -c mailFrom=…',
  SMTP_URL: 'it is the secret nashta/smtp-url',
  METRICS_TOKEN: 'the stack makes it, in Secrets Manager',
  SECRETS_KEY: 'the stack makes it, in Secrets Manager',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'the stack has a collector of its own',
  OTEL_EXPORTER_OTLP_HEADERS: 'the collector of the stack needs none',
  IDENTITY_URL: 'the stack has a user pool of its own',
  COGNITO_ENDPOINT: 'the stack has a user pool of its own',
  USER_POOL_ID: 'the stack has a user pool of its own',
  USER_POOL_CLIENT_ID: 'the stack has a user pool of its own',
  USER_POOL_CLIENT_SECRET: 'the stack has a user pool of its own',
  USER_POOL_ADMIN_KEY_ID: 'Cognito takes the rights of an operator, not a key of the store',
  USER_POOL_ADMIN_KEY_SECRET: 'Cognito takes the rights of an operator, not a key of the store',
  IDENTITY_POOL_ID: 'the stack has an identity pool of its own',
  PRODUCTS_TABLE_NAME: 'the stack has tables of its own',
  CARTS_TABLE_NAME: 'the stack has tables of its own',
  PURCHASES_TABLE_NAME: 'the stack has tables of its own',
  RECOMMENDATIONS_TABLE_NAME: 'the stack has tables of its own',
  IMAGES_BUCKET: 'the stack has a bucket of its own',
  AWS_CREDENTIALS: 'the containers have a role',
  DYNAMODB_ENDPOINT: 'the stack uses the real service',
  S3_ENDPOINT: 'the stack uses the real service',
}

type SecretSetting = {
  /** The name in Secrets Manager. An operator stores the secret before the deployment. */
  secretName: string
  /** Other secrets are left out, because a container whose secret does not exist would not start. */
  isNeeded: (settings: Settings) => boolean
}

const takesRazorpay = ({ PAYMENTS }: Settings) => PAYMENTS.includes('razorpay')

export const SECRET_SETTINGS = {
  RAZORPAY_KEY_SECRET: { secretName: 'nashta/razorpay-key-secret', isNeeded: takesRazorpay },
  RAZORPAY_WEBHOOK_SECRET: { secretName: 'nashta/razorpay-webhook-secret', isNeeded: takesRazorpay },
  RECOMMENDATIONS_KEY: {
    secretName: 'nashta/recommendations-key',
    isNeeded: ({ RECOMMENDATIONS_URL }: Settings) => RECOMMENDATIONS_URL !== undefined,
  },
} satisfies Partial<Record<SettingName, SecretSetting>>

const SECRETS: Partial<Record<SettingName, SecretSetting>> = SECRET_SETTINGS

/** The values of settings that `-c` does not give. */
const DEFAULTS = {
  // CloudFront is a shared cache. Without it, the store allows none.
  SHARED_CACHE_SECONDS: '5',
  OTEL_TRACES_SAMPLER_ARG: '0.05',
}

const IS_SETTING = /^[A-Z][A-Z\d_]*$/

export type ChosenSettings = {
  /** Plain values for the container, by setting. */
  plain: Record<string, string>
  /** The names in Secrets Manager, by setting. */
  secrets: Record<string, string>
}

/**
 * Reads the settings of the store from the context of the CDK: the names in capitals.
 * Throws for a setting that does not exist, that the stack decides, that is secret, or with a bad value.
 */
export function chooseSettings(context: Record<string, unknown>): ChosenSettings {
  const given = Object.entries(context).filter(([name]) => IS_SETTING.test(name))
  const problems = given.flatMap(([name]) => problemOf(name) ?? [])
  if (problems.length > 0) throw new Error(problems.join('; '))
  const plain = { ...DEFAULTS, ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])) }

  const placeholders = Object.fromEntries(Object.keys(SECRETS).map((name) => [name, 'secret']))
  const settings = readSettings({ CLOUD: 'aws', ...placeholders, ...plain })
  const needed = Object.entries(SECRETS).filter(([, { isNeeded }]) => isNeeded(settings))
  return {
    plain,
    secrets: Object.fromEntries(needed.map(([name, { secretName }]) => [name, secretName])),
  }
}

function problemOf(name: string): string | null {
  const setting = SETTING_NAMES.find((known) => known === name)
  if (!setting) return `-c ${name}: there is no such setting`
  const reason = STACK_SETTINGS[setting]
  if (reason !== undefined) return `-c ${name}: the stack decides it, because ${reason}`
  const secret = SECRETS[setting]
  return secret ? `-c ${name}: it is secret; store it in Secrets Manager as ${secret.secretName}` : null
}

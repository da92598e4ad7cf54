import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { DEFAULT_AWS_REGION, PAYMENT_PROVIDERS, type ProviderName } from '@nashta/contracts/constants'
import { isUpiId } from '@nashta/contracts/shop/upi-id'
import * as z from 'zod/mini'
import { LOG_LEVELS } from './logger.ts'

const text = z._default(z.string(), '')
const httpUrl = z.optional(z.url({ protocol: /^https?$/, error: 'must be an http or https address' }))
const portError = 'must be a whole number from 0 to 65535'
const port = z.coerce
  .number(portError)
  .check(z.int(portError), z.minimum(0, portError), z.maximum(65535, portError))
const hostsError = 'must be host names, separated by commas'
const hosts = z.pipe(
  z._default(z.string().check(z.regex(/^[a-z\d.-]+(?: *, *[a-z\d.-]+)*$/i, hostsError)), ''),
  z.transform((list: string) => splitList(list.toLowerCase())),
)
const proxiesError = 'must be addresses or networks such as 10.0.0.0/8, separated by commas'
const proxies = z.pipe(
  z._default(z.string().check(z.refine(isAddressList, proxiesError)), ''),
  z.transform(splitList),
)
const wholeError = 'must be a whole number above 0'
const wholeNumber = z.coerce.number(wholeError).check(z.int(wholeError), z.positive(wholeError))
const wholeOrZeroError = 'must be a whole number, 0 or more'
const wholeNumberOrZero = z.coerce
  .number(wholeOrZeroError)
  .check(z.int(wholeOrZeroError), z.minimum(0, wholeOrZeroError))
const scale = z.coerce.number('must be a number above 0').check(z.positive('must be a number above 0'))
const ratioError = 'must be a number from 0 to 1'
const ratio = z.coerce.number(ratioError).check(z.minimum(0, ratioError), z.maximum(1, ratioError))
const headersError = 'must be name=value, separated by commas, with values encoded as in a URL'
const headers = z.pipe(
  z._default(z.string().check(z.refine(isHeaderList, headersError)), ''),
  z.transform((list: string) => Object.fromEntries(splitPairs(list))),
)
const providersError = `must name ${PAYMENT_PROVIDERS.join(', ')}, separated by commas, each once`
const payments = z.pipe(
  text,
  z.pipe(
    z.transform((list: string) => (list === '' ? [] : list.split(',').map((name) => name.trim()))),
    z
      .array(z.enum(PAYMENT_PROVIDERS, providersError))
      .check(z.refine((names) => new Set(names).size === names.length, providersError)),
  ),
)
const keyError = 'must have at least 32 characters'
const vpaError = 'must be a UPI id such as snacks@bank'
const secondsError = 'must be a whole number of seconds from 0 to 3600'
const seconds = z.coerce
  .number(secondsError)
  .check(z.int(secondsError), z.minimum(0, secondsError), z.maximum(3600, secondsError))

const booleanText = z.pipe(
  z.enum(['true', 'false'], 'must be true or false'),
  z.transform((value: 'true' | 'false') => value === 'true'),
)

/** All settings. .env.example describes each of them. */
const settingsSchema = z.object({
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(port, 3000),
  SHARE_PORT: flag(false),
  PUBLIC_URL: httpUrl,
  DATA_DIR: z.pipe(
    z._default(z.string(), './data'),
    z.transform((path: string) => resolve(path)),
  ),
  LOG_LEVEL: z._default(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), 'info'),
  METRICS_TOKEN: text,
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_TRACES_SAMPLER_ARG: z._default(ratio, 1),
  STOP_DELAY_SECONDS: z.optional(seconds),
  RATE_LIMIT_SCALE: z._default(scale, 1),
  TRUSTED_PROXIES: proxies,
  SHOP_API_URL: httpUrl,
  RECOMMENDATIONS_URL: httpUrl,
  RECOMMENDATIONS_KEY: text,
  IDENTITY_URL: httpUrl,
  IMAGE_HOSTS: hosts,
  SHARED_CACHE_SECONDS: z._default(seconds, 0),
  SECRETS_KEY: z.optional(z.string().check(z.minLength(32, keyError))),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address' })),
  MAIL_FROM: text,
  PAYMENTS: payments,
  PAYMENT_MINUTES: z.optional(wholeNumber),
  UPI_VPA: z._default(z.string().check(z.refine(isUpiId, vpaError)), ''),
  UPI_NAME: text,
  RAZORPAY_KEY_ID: text,
  RAZORPAY_KEY_SECRET: text,
  RAZORPAY_WEBHOOK_SECRET: text,
  RAZORPAY_URL: z._default(
    z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
    'https://api.razorpay.com',
  ),
  ORDER_QUANTITY_MAX: z.optional(wholeNumber),
  COD_MAX_AMOUNT: z.optional(wholeNumber),
  OPEN_UNITS_MAX: z._default(wholeNumberOrZero, 100),
  CLOUD: z._default(z.enum(['', 'aws'], 'must be empty or aws'), ''),
  AWS_REGION: z._default(z.string(), DEFAULT_AWS_REGION),
  USER_POOL_ID: text,
  USER_POOL_CLIENT_ID: text,
  USER_POOL_CLIENT_SECRET: text,
  USER_POOL_ADMIN_KEY_ID: text,
  USER_POOL_ADMIN_KEY_SECRET: text,
  IDENTITY_POOL_ID: text,
  PRODUCTS_TABLE_NAME: text,
  CARTS_TABLE_NAME: text,
  PURCHASES_TABLE_NAME: text,
  RECOMMENDATIONS_TABLE_NAME: text,
  IMAGES_BUCKET: text,
  AWS_CREDENTIALS: z._default(z.enum(['', 'identity-pool'], 'must be empty or identity-pool'), ''),
  DYNAMODB_ENDPOINT: httpUrl,
  S3_ENDPOINT: httpUrl,
  COGNITO_ENDPOINT: httpUrl,
  GUEST_CHECKOUT: z.optional(booleanText),
  GOOGLE_SIGN_IN: flag(false),
  SOCIAL_LOGIN: flag(false),
  REAL_TIME_SYNC: flag(true),
  DEBUG_MODE: flag(false),
})

export type Settings = z.output<typeof settingsSchema>
export type SettingName = keyof Settings
export const SETTING_NAMES = Object.keys(settingsSchema.shape) as SettingName[]

export type Environment = Record<string, string | undefined>

/** An empty variable counts as not set. One error names all settings with invalid values. */
export function readSettings(environment: Environment): Settings {
  const setVariables = Object.fromEntries(
    SETTING_NAMES.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  )
  const result = z.safeParse(settingsSchema, setVariables)
  if (!result.success) {
    const problems = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    throw new Error(`Bad setting: ${problems.join('; ')}`)
  }
  refuseContradictions(result.data)
  return result.data
}

/** The settings that each payment provider in PAYMENTS needs. */
const NEEDED_BY_PROVIDER = {
  simulator: [],
  upi: ['UPI_VPA', 'UPI_NAME'],
  razorpay: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
} as const satisfies Record<ProviderName, readonly SettingName[]>

/** The settings that must have the values of the user pool at IDENTITY_URL. */
const NEEDED_BY_IDENTITY_URL = ['USER_POOL_ID', 'USER_POOL_CLIENT_ID', 'USER_POOL_CLIENT_SECRET'] as const

function refuseContradictions(settings: Settings) {
  for (const name of ['DYNAMODB_ENDPOINT', 'S3_ENDPOINT', 'COGNITO_ENDPOINT'] as const) {
    if (settings[name] && settings.CLOUD !== 'aws') {
      throw new Error(`Bad setting: ${name} is set but CLOUD is not aws, so nothing would use it`)
    }
  }
  for (const name of NEEDED_BY_IDENTITY_URL) {
    const isMissing = settings[name] === ''
    if (settings.IDENTITY_URL && isMissing) {
      throw new Error(
        `Bad setting: IDENTITY_URL is set, but ${name} is missing: set it to the value of the user pool at IDENTITY_URL`,
      )
    }
  }
  for (const provider of settings.PAYMENTS) {
    const missing = NEEDED_BY_PROVIDER[provider].filter((name) => !settings[name])
    if (missing.length > 0) {
      throw new Error(`Bad setting: PAYMENTS names ${provider}, which needs ${missing.join(', ')}`)
    }
  }
  // Mail servers refuse the address that stands in for MAIL_FROM on one machine.
  if (settings.SMTP_URL && settings.PUBLIC_URL && !settings.MAIL_FROM)
    throw new Error('Bad setting: PUBLIC_URL and SMTP_URL are set, which need MAIL_FROM')
  for (const name of ['GOOGLE_SIGN_IN', 'SOCIAL_LOGIN'] as const) {
    if (settings[name])
      throw new Error(`Bad setting: ${name} is true, but only e-mail and password sign-in exists`)
  }
}

function flag(byDefault: boolean) {
  return z._default(booleanText, byDefault)
}

/** `a, b` gives `['a', 'b']`. An empty text gives an empty list. */
function splitList(list: string): string[] {
  return list.match(/[^ ,]+/g) ?? []
}

/** `a=1,b=2%20` gives `[['a', '1'], ['b', '2 ']]`. OpenTelemetry encodes the values as in a URL. */
function splitPairs(list: string): [name: string, value: string][] {
  return list
    .split(',')
    .filter(Boolean)
    .map((pair) => {
      const end = pair.indexOf('=')
      return [pair.slice(0, end), decodeURIComponent(pair.slice(end + 1))]
    })
}

function isHeaderList(list: string) {
  return /^[\w-]+=[^,]+(?:,[\w-]+=[^,]+)*$/.test(list) && isUrlEncoded(list)
}

function isUrlEncoded(text: string) {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** The largest number that may follow the `/` of a network: 32 in IPv4, 128 in IPv6. */
const BITS_MAX: Record<number, number> = { 4: 32, 6: 128 }

/** For example `10.0.0.0/8, 203.0.113.7`. Each entry is a network with its bits, or one address. */
function isAddressList(list: string) {
  return list.split(',').every((entry) => {
    const [address = '', bits, ...rest] = entry.trim().split('/')
    const bitsMax = BITS_MAX[isIP(address)]
    if (bitsMax === undefined || rest.length > 0) return false
    return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax)
  })
}

/** Whether strangers can reach the store. Without both settings it is for one machine. */
export function isPublic({ PUBLIC_URL, CLOUD }: Settings): boolean {
  return PUBLIC_URL !== undefined || CLOUD === 'aws'
}

/** With CLOUD=aws a load balancer needs a few seconds to notice that a process stops. */
const AWS_STOP_DELAY_SECONDS = 5

/** How long the store still serves after the signal to stop, while `/readyz` already says 503. */
export function stopDelayMs({ STOP_DELAY_SECONDS, CLOUD }: Settings) {
  return 1000 * (STOP_DELAY_SECONDS ?? (CLOUD === 'aws' ? AWS_STOP_DELAY_SECONDS : 0))
}

/** The name of the recommendations table. Without a setting it is derived from the purchases table. */
export function recommendationsTable({ RECOMMENDATIONS_TABLE_NAME, PURCHASES_TABLE_NAME }: Settings) {
  return RECOMMENDATIONS_TABLE_NAME || `${PURCHASES_TABLE_NAME}-recommendations`
}

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { checkCloudSettings } from '../start/start-up.ts'
import { createLogger } from './logger.ts'
import { readSettings, SETTING_NAMES, stopDelayMs } from './settings.ts'

const AWS = {
  AWS_REGION: 'ap-south-1',
  USER_POOL_ID: 'ap-south-1_abc',
  USER_POOL_CLIENT_ID: 'client',
  USER_POOL_CLIENT_SECRET: 'secret',
  IDENTITY_POOL_ID: 'ap-south-1:pool',
  PRODUCTS_TABLE_NAME: 'products',
}

it('a setting that is not set has its default, and an empty variable counts as not set', () => {
  expect(readSettings({ PORT: '', CLOUD: '' })).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 3000,
    DATA_DIR: resolve('data'),
    LOG_LEVEL: 'info',
    PAYMENTS: [],
    CLOUD: '',
    AWS_REGION: 'us-east-2',
    RATE_LIMIT_SCALE: 1,
    GOOGLE_SIGN_IN: false,
    REAL_TIME_SYNC: true,
    DEBUG_MODE: false,
  })
})

it('one error names every wrong setting', () => {
  expect(() => readSettings({ PORT: '70000', CLOUD: 'azure', DEBUG_MODE: 'yes' })).toThrow(
    'Bad setting: PORT must be a whole number from 0 to 65535; CLOUD must be empty or aws; DEBUG_MODE must be true or false',
  )
})

it.each([
  ['paypal', 'PAYMENTS.0'],
  ['simulator,paypal', 'PAYMENTS.1'],
  ['upi,upi', 'PAYMENTS'],
])('PAYMENTS=%s is refused, with %s in the error', (PAYMENTS, place) => {
  expect(() => readSettings({ PAYMENTS })).toThrow(
    `Bad setting: ${place} must name simulator, upi, razorpay, separated by commas, each once`,
  )
})

it('PAYMENTS may name several providers, and each must have the settings that it needs', () => {
  const upi = { UPI_VPA: 'snacks@okbank', UPI_NAME: 'Asha Snacks' }
  const { PAYMENTS } = readSettings({ PAYMENTS: 'simulator, upi', ...upi })
  expect(PAYMENTS).toEqual(['simulator', 'upi'])
  expect(() => readSettings({ PAYMENTS: 'upi', UPI_NAME: 'Asha' })).toThrow(
    'Bad setting: PAYMENTS names upi, which needs UPI_VPA',
  )
  expect(() => readSettings({ PAYMENTS: 'upi', ...upi, UPI_VPA: 'no id' })).toThrow(
    'Bad setting: UPI_VPA must be a UPI id such as snacks@bank',
  )
  expect(() => readSettings({ PAYMENTS: 'razorpay', RAZORPAY_KEY_ID: 'k' })).toThrow(
    'Bad setting: PAYMENTS names razorpay, which needs RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET',
  )
})

it('a public store that sends mails needs the address that they come from', () => {
  const settings = { PUBLIC_URL: 'https://snacks.example', SMTP_URL: 'smtp://127.0.0.1:1' }
  expect(() => readSettings(settings)).toThrow(
    'Bad setting: PUBLIC_URL and SMTP_URL are set, which need MAIL_FROM',
  )
  expect(readSettings({ ...settings, MAIL_FROM: 'hello@snacks.example' }).MAIL_FROM).toBe(
    'hello@snacks.example',
  )
})

it('IMAGE_HOSTS is read as a list of host names in lower case', () => {
  expect(readSettings({}).IMAGE_HOSTS).toEqual([])
  expect(readSettings({ IMAGE_HOSTS: 'cdn.example, Img-2.example' }).IMAGE_HOSTS).toEqual([
    'cdn.example',
    'img-2.example',
  ])
})

it.each(['https://cdn.example', "cdn.example; script-src 'unsafe-inline'", '*', 'a b', 'a,', 'a\n'])(
  '%j is refused as a list of hosts',
  (list) => {
    expect(() => readSettings({ IMAGE_HOSTS: list })).toThrow(
      'Bad setting: IMAGE_HOSTS must be host names, separated by commas',
    )
  },
)

it.each([
  'proxy.example',
  '10.0.0.0/33',
  '10.0.0.0/128',
  '::1/129',
  '10.0.0.0/8/8',
  '10.0.0.0/x',
  '10.0.0.1,',
  'true',
])('%j is refused as a list of proxies', (list) => {
  expect(() => readSettings({ TRUSTED_PROXIES: list })).toThrow('Bad setting: TRUSTED_PROXIES must be')
})

it('telemetry headers are decoded as in a URL', () => {
  const { OTEL_EXPORTER_OTLP_HEADERS } = readSettings({ OTEL_EXPORTER_OTLP_HEADERS: 'a=1,b=2%20=' })
  expect(OTEL_EXPORTER_OTLP_HEADERS).toEqual({ a: '1', b: '2 =' })
})

it.each(['key', 'a=1,', 'a=%zz', 'a=%ff'])('%j is refused as a list of telemetry headers', (list) => {
  expect(() => readSettings({ OTEL_EXPORTER_OTLP_HEADERS: list })).toThrow(
    'Bad setting: OTEL_EXPORTER_OTLP_HEADERS must be name=value, separated by commas, with values encoded as in a URL',
  )
})

it.each([
  [{ DYNAMODB_ENDPOINT: 'http://127.0.0.1:8000' }, 'DYNAMODB_ENDPOINT is set but CLOUD is not aws'],
  [
    { IDENTITY_URL: 'http://127.0.0.1:3002', USER_POOL_ID: 'us-east-2_abc' },
    'IDENTITY_URL is set, but USER_POOL_CLIENT_ID is missing',
  ],
  [{ GOOGLE_SIGN_IN: 'true' }, 'only e-mail and password sign-in exists'],
])('the settings %o are refused', (environment, reason) => {
  expect(() => readSettings(environment)).toThrow(reason)
})

it('.env.example has a row for every setting, and no other', () => {
  const example = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8')
  const rows = [...example.matchAll(/^#?([A-Z][A-Z_0-9]+)=/gm)].map(([, name]) => name)
  expect(new Set(rows)).toEqual(new Set(SETTING_NAMES))
  expect(rows).toHaveLength(SETTING_NAMES.length)
})

/** Returns the lines that the start-up check logs. */
function runStartUpCheck(environment: Record<string, string>) {
  const lines: string[] = []
  const logger = createLogger({
    service: 'test',
    level: 'info',
    destination: { write: (line) => lines.push(line) },
  })
  checkCloudSettings(readSettings(environment), environment, logger)
  return lines.map((line) => {
    const { level, msg } = JSON.parse(line) as { level: string; msg: string }
    return `${level}: ${msg}`
  })
}

it('without CLOUD the start-up check warns of missing settings and of fallback values', () => {
  expect(runStartUpCheck({ ...AWS, USER_POOL_ID: '', IDENTITY_POOL_ID: '' })).toEqual([
    'warn: Environment variable USER_POOL_ID is not set',
    'warn: Environment variable IDENTITY_POOL_ID is not set',
    'warn: Missing AWS configuration: user pool id, identity pool id. Fallback development values are used',
  ])
})

it('the start-up check reports a complete configuration', () => {
  expect(runStartUpCheck(AWS)).toEqual(['info: AWS configuration is complete'])
})

it('CLOUD=aws with a missing setting is refused', () => {
  expect(() => runStartUpCheck({ ...AWS, CLOUD: 'aws', PRODUCTS_TABLE_NAME: '' })).toThrow(
    'Missing AWS configuration: products table name',
  )
  expect(() => runStartUpCheck({ ...AWS, CLOUD: 'aws', CARTS_TABLE_NAME: 'carts' })).toThrow(
    'CLOUD=aws needs PURCHASES_TABLE_NAME, IMAGES_BUCKET, SMTP_URL, MAIL_FROM, PUBLIC_URL as well',
  )
})

it('the stop delay is 0, or 5 seconds with CLOUD=aws, unless STOP_DELAY_SECONDS is set', () => {
  expect(stopDelayMs(readSettings({}))).toBe(0)
  expect(stopDelayMs(readSettings({ CLOUD: 'aws' }))).toBe(5000)
  expect(stopDelayMs(readSettings({ CLOUD: 'aws', STOP_DELAY_SECONDS: '0' }))).toBe(0)
  expect(stopDelayMs(readSettings({ STOP_DELAY_SECONDS: '2' }))).toBe(2000)
})

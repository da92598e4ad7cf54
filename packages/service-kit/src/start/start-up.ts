import { accessSync, constants, mkdirSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import type { ServiceOptions } from '../http/create-service.ts'
import { createLogger } from '../process/logger.ts'
import { type Environment, readSettings, type Settings } from '../process/settings.ts'
import { startTelemetryIfSet } from '../telemetry/start-telemetry-if-set.ts'

const now = () => new Date()

/** The first step of every process: reads and checks its settings, and creates its logger. */
export function startUp(service: string, environment: Environment) {
  const settings = readSettings(environment)
  const logger = createLogger({ service, level: settings.DEBUG_MODE ? 'debug' : settings.LOG_LEVEL })
  checkCloudSettings(settings, environment, logger)

  const https = settings.PUBLIC_URL?.startsWith('https:') ?? false
  const options: ServiceOptions = {
    logger,
    https,
    sharedCacheSeconds: settings.SHARED_CACHE_SECONDS,
    trustedProxies: settings.TRUSTED_PROXIES,
  }
  return {
    settings,
    logger,
    options,
    now,
    startTelemetry: () => startTelemetryIfSet(settings, { service, logger, now }),
  }
}

/** The settings that the specification requires for AWS, with their names in start-up messages. */
const SPECIFIED_AWS_SETTINGS = [
  ['AWS_REGION', 'region'],
  ['USER_POOL_ID', 'user pool id'],
  ['USER_POOL_CLIENT_ID', 'user pool client id'],
  ['USER_POOL_CLIENT_SECRET', 'user pool client secret'],
  ['IDENTITY_POOL_ID', 'identity pool id'],
  ['PRODUCTS_TABLE_NAME', 'products table name'],
] as const

/** Without these settings, CLOUD=aws cannot store its data, send mails or write links. */
const FURTHER_AWS_SETTINGS = [
  'CARTS_TABLE_NAME',
  'PURCHASES_TABLE_NAME',
  'IMAGES_BUCKET',
  'SMTP_URL',
  'MAIL_FROM',
  'PUBLIC_URL',
] as const

/**
 * Throws when CLOUD=aws and a setting for AWS is missing. Without CLOUD=aws no AWS service is used,
 * so missing settings are only logged.
 */
export function checkCloudSettings(settings: Settings, environment: Environment, logger: FastifyBaseLogger) {
  warnOfUnsetVariables(environment, logger)

  const missing = SPECIFIED_AWS_SETTINGS.filter(([name]) => !settings[name])
  const isComplete = missing.length === 0
  const missingText = `Missing AWS configuration: ${missing.map(([, label]) => label).join(', ')}`
  if (settings.CLOUD === 'aws') {
    if (!isComplete) throw new Error(missingText)
    requireFurtherAwsSettings(settings)
  }
  if (isComplete) logger.info('AWS configuration is complete')
  else logger.warn(`${missingText}. Fallback development values are used`)
}

/** Also warns of an unset AWS_REGION, although that setting has a default. */
function warnOfUnsetVariables(environment: Environment, logger: FastifyBaseLogger) {
  for (const [name] of SPECIFIED_AWS_SETTINGS) {
    if (!environment[name]) logger.warn(`Environment variable ${name} is not set`)
  }
}

function requireFurtherAwsSettings(settings: Settings) {
  const unset = FURTHER_AWS_SETTINGS.filter((name) => !settings[name])
  if (unset.length > 0) throw new Error(`CLOUD=aws needs ${unset.join(', ')} as well`)
}

/**
 * Creates the folder unless it exists. The folder holds personal data, so only the user who runs
 * the store may read it.
 */
export function makeDataFolder(path: string) {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = `The data folder ${path} cannot be written (${Object(error).code})`
    throw new Error(`${reason}: make it writable or set DATA_DIR`, { cause: error })
  }
}

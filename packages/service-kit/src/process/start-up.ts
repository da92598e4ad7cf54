import { accessSync, constants, mkdirSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import type { ServiceOptions } from '../http/create-service.ts'
import { startTelemetryIfSet } from '../telemetry/start-telemetry-if-set.ts'
import { createLogger } from './logger.ts'
import { type Environment, readSettings, type Settings } from './settings.ts'

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
const NEEDED_FOR_AWS = [
  ['AWS_REGION', 'region'],
  ['USER_POOL_ID', 'user pool id'],
  ['USER_POOL_CLIENT_ID', 'user pool client id'],
  ['USER_POOL_CLIENT_SECRET', 'user pool client secret'],
  ['IDENTITY_POOL_ID', 'identity pool id'],
  ['PRODUCTS_TABLE_NAME', 'products table name'],
] as const

/** Further settings. Without them CLOUD=aws cannot store its data, send mails or write links. */
const ALSO_NEEDED_FOR_AWS = [
  'CARTS_TABLE_NAME',
  'PURCHASES_TABLE_NAME',
  'IMAGES_BUCKET',
  'SMTP_URL',
  'MAIL_FROM',
  'PUBLIC_URL',
] as const

/** With CLOUD=aws a missing setting is an error. Otherwise it is only logged, because no AWS service is used. */
export function checkCloudSettings(settings: Settings, environment: Environment, logger: FastifyBaseLogger) {
  for (const [name] of NEEDED_FOR_AWS) {
    if (!environment[name]) logger.warn(`Environment variable ${name} is not set`)
  }

  // AWS_REGION has a default, so the setting is not missing when the variable is not set.
  const missingLabels = NEEDED_FOR_AWS.filter(([name]) => !settings[name]).map(([, label]) => label)
  if (settings.CLOUD === 'aws') requireAwsSettings(settings, missingLabels)
  if (missingLabels.length === 0) return logger.info('AWS configuration is complete')
  return logger.warn(`${missingConfiguration(missingLabels)}. Fallback development values are used`)
}

function missingConfiguration(labels: readonly string[]) {
  return `Missing AWS configuration: ${labels.join(', ')}`
}

/** Reports the settings of the specification first. Once they are complete, reports the others. */
function requireAwsSettings(settings: Settings, missingLabels: string[]) {
  if (missingLabels.length > 0) throw new Error(missingConfiguration(missingLabels))
  const unset = ALSO_NEEDED_FOR_AWS.filter((name) => !settings[name])
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

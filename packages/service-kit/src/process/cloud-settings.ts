import type { FastifyBaseLogger } from 'fastify'
import type { Environment, Settings } from './settings.ts'
import {
  CONFIGURATION_COMPLETE,
  environmentVariableNotSet,
  FALLBACK_VALUES_USED,
  missingConfiguration,
} from './start-up-texts.ts'

const NEEDED_FOR_AWS = [
  ['AWS_REGION', 'region'],
  ['USER_POOL_ID', 'user pool id'],
  ['USER_POOL_CLIENT_ID', 'user pool client id'],
  ['USER_POOL_CLIENT_SECRET', 'user pool client secret'],
  ['IDENTITY_POOL_ID', 'identity pool id'],
  ['PRODUCTS_TABLE_NAME', 'products table name'],
] as const

const STORAGE_FOR_AWS = ['CARTS_TABLE_NAME', 'PURCHASES_TABLE_NAME', 'IMAGES_BUCKET'] as const

/** The start-up check: on its own the store goes on with what it brings along, CLOUD=aws must be whole. */
export function checkCloudSettings(settings: Settings, environment: Environment, logger: FastifyBaseLogger) {
  for (const [name] of NEEDED_FOR_AWS) {
    if (!environment[name]) logger.warn(environmentVariableNotSet(name))
  }

  const missing = NEEDED_FOR_AWS.filter(([name]) => !settings[name]).map(([, label]) => label)
  if (settings.CLOUD === 'aws') requireStorage(settings, missing)
  if (missing.length === 0) return logger.info(CONFIGURATION_COMPLETE)
  return logger.warn(`${missingConfiguration(missing)}. ${FALLBACK_VALUES_USED}`)
}

/** The specification's list first, then what it leaves unsaid. */
function requireStorage(settings: Settings, missing: string[]) {
  if (missing.length > 0) throw new Error(missingConfiguration(missing))
  const unset = STORAGE_FOR_AWS.filter((name) => !settings[name])
  if (unset.length > 0) throw new Error(`CLOUD=aws needs ${unset.join(', ')} as well`)
}

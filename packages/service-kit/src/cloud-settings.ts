import {
  CONFIGURATION_COMPLETE,
  environmentVariableNotSet,
  FALLBACK_VALUES_USED,
  missingConfiguration,
} from '@nashta/contracts/texts/start-up'
import type { FastifyBaseLogger } from 'fastify'
import type { Environment, Settings } from './settings.ts'

const NEEDED_FOR_AWS = [
  ['AWS_REGION', 'region'],
  ['USER_POOL_ID', 'user pool id'],
  ['USER_POOL_CLIENT_ID', 'user pool client id'],
  ['USER_POOL_CLIENT_SECRET', 'user pool client secret'],
  ['IDENTITY_POOL_ID', 'identity pool id'],
  ['PRODUCTS_TABLE_NAME', 'products table name'],
] as const

/** The start-up check: on its own the store goes on with what it brings along, CLOUD=aws must be whole. */
export function checkCloudSettings(settings: Settings, environment: Environment, logger: FastifyBaseLogger) {
  for (const [name] of NEEDED_FOR_AWS) {
    if (!environment[name]) logger.warn(environmentVariableNotSet(name))
  }

  const missing = NEEDED_FOR_AWS.filter(([name]) => !settings[name]).map(([, label]) => label)
  if (missing.length === 0) return logger.info(CONFIGURATION_COMPLETE)
  if (settings.CLOUD === 'aws') throw new Error(missingConfiguration(missing))
  return logger.warn(`${missingConfiguration(missing)}. ${FALLBACK_VALUES_USED}`)
}

import { checkCloudSettings } from './cloud-settings.ts'
import { createLogger } from './logger.ts'
import { type Environment, readSettings } from './settings.ts'

/** What every process does first: reads its settings, opens its log, checks the one against the other. */
export function startUp(service: string, environment: Environment) {
  const settings = readSettings(environment)
  const logger = createLogger({ service, level: settings.LOG_LEVEL })
  checkCloudSettings(settings, environment, logger)

  const https = settings.PUBLIC_URL?.startsWith('https:') ?? false
  return {
    settings,
    logger,
    options: { logger, https, trustedProxies: settings.TRUSTED_PROXIES },
    now: () => new Date(),
  }
}

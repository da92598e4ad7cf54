import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '../process/settings.ts'
import type { Telemetry } from './start-telemetry.ts'

type StartTelemetryOptions = { service: string; logger: FastifyBaseLogger; now: () => Date }

/** Without OTEL_EXPORTER_OTLP_ENDPOINT returns null, and does not even load the telemetry code. */
export async function startTelemetryIfSet(
  settings: Settings,
  options: StartTelemetryOptions,
): Promise<Telemetry | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = settings
  if (!endpoint) return null
  const { startTelemetry } = await import('./start-telemetry.ts')
  return startTelemetry({
    ...options,
    endpoint,
    headers,
    sampleRatio: settings.OTEL_TRACES_SAMPLER_ARG,
    trustedProxies: settings.TRUSTED_PROXIES,
  })
}

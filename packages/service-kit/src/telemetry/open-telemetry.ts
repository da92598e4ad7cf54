import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '../process/settings.ts'
import type { Telemetry } from './start-telemetry.ts'

type OpenTelemetryOptions = { service: string; logger: FastifyBaseLogger; now: () => Date }

/** Null without OTEL_EXPORTER_OTLP_ENDPOINT: then the code of telemetry is not even loaded. */
export async function openTelemetry(
  settings: Settings,
  options: OpenTelemetryOptions,
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

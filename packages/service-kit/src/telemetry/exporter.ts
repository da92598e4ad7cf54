import type { FastifyBaseLogger } from 'fastify'
import { type Attributes, type Span, tracesBody } from './otlp.ts'

/** While this many spans wait to be sent, new spans are dropped. */
const QUEUE_MAX = 4096
const BATCH_MAX = 512
const TIMEOUT_MS = 2_000

export type ExporterOptions = {
  /** The address of a collector, without `/v1/traces`. */
  endpoint: string
  headers: Record<string, string>
  resource: Attributes
  logger: FastifyBaseLogger
}

/**
 * Sends spans and metrics to an OpenTelemetry collector. Drops those that cannot be sent, so that
 * the store never waits.
 */
export function createExporter({ endpoint, headers, resource, logger }: ExporterOptions) {
  const base = endpoint.replace(/\/$/, '')
  let queue: Span[] = []
  /** How many spans were dropped since the last successful request. */
  let dropped = 0
  let isFailing = false

  async function post(path: string, body: object) {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    // The connection is free again only after the body was read or cancelled.
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The collector responded ${response.status}`)
  }

  /**
   * Returns whether the request succeeded. Of several failures in a row, only the first is logged.
   * The first success after failures or dropped spans is logged with the number of dropped spans.
   */
  async function send(path: string, body: object): Promise<boolean> {
    try {
      await post(path, body)
    } catch (error) {
      if (!isFailing) logger.warn({ err: error }, 'telemetry could not be sent and was dropped')
      isFailing = true
      return false
    }
    if (isFailing) logger.info({ count: dropped }, 'telemetry is sent again; spans were dropped')
    else if (dropped > 0) logger.warn({ count: dropped }, 'the telemetry queue was full; spans were dropped')
    isFailing = false
    dropped = 0
    return true
  }

  return {
    addSpan(span: Span) {
      if (queue.length < QUEUE_MAX) queue.push(span)
      else dropped += 1
    },
    async sendSpans() {
      const spans = queue
      queue = []
      for (let start = 0; start < spans.length; start += BATCH_MAX) {
        const batch = spans.slice(start, start + BATCH_MAX)
        if (await send('/v1/traces', tracesBody(resource, batch))) continue
        dropped += spans.length - start
        break
      }
    },
    sendMetrics: (body: object) => send('/v1/metrics', body),
  }
}

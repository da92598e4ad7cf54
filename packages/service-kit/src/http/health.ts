import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { ServiceError } from '../service-error.ts'
import { refuseOtherMethods } from './other-methods.ts'

/** Checks one part of a service; rejects when the part does not work. */
export type Probe = () => Promise<void>

const PROBE_TIMEOUT_MS = 2000

/** Results are cached, because a probe may write to the disk. */
const PROBE_CACHE_MS = 1000

/** The interval at which a part that did not work at the start is probed again. */
const RETRY_MS = 5000

type Probes = Readonly<Record<string, Probe>>
type Failure = { part: string; error: unknown }

type HealthOptions = {
  retryMs?: number
  /**
   * True when `/readyz` says 200 although a part has failed, and names the part in its body. This
   * is for processes that share their parts: with 503 for one failed part, the load balancer would
   * remove all processes at once.
   */
  isReadyDespiteFailures?: boolean
  /** True once the process was told to stop. `/readyz` then says 503, so that no more requests are sent here. */
  isStopping?: () => boolean
}

/** Registers `/healthz` and `/readyz`. Also probes and logs every part when the app starts. */
export function registerHealth(
  app: FastifyInstance,
  probes: Probes,
  now: () => Date,
  { retryMs = RETRY_MS, isReadyDespiteFailures = false, isStopping = () => false }: HealthOptions = {},
) {
  let cached: { at: number; failures: Promise<Failure[]> } | undefined

  const findFailures = () => {
    const at = now().getTime()
    // The absolute difference, because the clock may have been set back.
    if (!cached || Math.abs(at - cached.at) >= PROBE_CACHE_MS) cached = { at, failures: probeAndWarn() }
    return cached.failures
  }
  const probeAndWarn = async () => {
    const failures = await probeAll(probes)
    for (const { part, error } of failures) app.log.warn({ err: error, part }, 'not ready')
    return failures
  }

  for (const url of ['/healthz', '/readyz']) refuseOtherMethods(app, url, ['GET'])
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping' })
    const failures = await findFailures()
    const failed = new Set(failures.map(({ part }) => part))
    const checks = Object.keys(probes).map((part) => [part, failed.has(part) ? 'failed' : 'ok'])
    const isReady = failures.length === 0 || isReadyDespiteFailures
    const [status, text] = isReady ? [200, 'ready'] : [503, 'not ready']
    return reply.code(status).send({ status: text, checks: Object.fromEntries(checks) })
  })
  logHealthAtStart(app, probes, retryMs)
}

/** Logs the health of each part. Probes and logs an unhealthy part again until it is healthy. */
function logHealthAtStart(app: FastifyInstance, probes: Probes, retryMs: number) {
  /** The parts that have not been healthy yet: at first all. */
  let unhealthy = new Set(Object.keys(probes))
  /** Runs until every part was healthy once. */
  let timer: NodeJS.Timeout | undefined

  async function probeUnhealthy() {
    const unhealthyProbes = Object.entries(probes).filter(([part]) => unhealthy.has(part))
    const failures = await probeAll(Object.fromEntries(unhealthyProbes))
    const failed = new Map(failures.map(({ part, error }) => [part, error]))
    for (const part of unhealthy) {
      if (failed.has(part)) warnUnhealthy(app.log, { part, error: failed.get(part) })
      else app.log.info(`Health check: ${part} is healthy`)
    }
    unhealthy = new Set(failed.keys())
    if (unhealthy.size === 0) clearInterval(timer)
  }

  app.addHook('onReady', async () => {
    // The timer is set first, because the first probe may already stop it.
    timer = setInterval(() => void probeUnhealthy(), retryMs)
    timer.unref()
    await probeUnhealthy()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

/**
 * Waits until these parts can be reached. A part that responds with an error counts as reached: the
 * code that needs the part handles the error.
 */
export async function waitForParts(probes: Probes, logger: FastifyBaseLogger, retryMs = RETRY_MS) {
  for (;;) {
    const unreachable = (await probeAll(probes)).filter(({ error }) => isUnreachable(error))
    if (unreachable.length === 0) return
    for (const failure of unreachable) warnUnhealthy(logger, failure)
    await sleep(retryMs)
  }
}

function warnUnhealthy(logger: FastifyBaseLogger, { part, error }: Failure) {
  logger.warn({ err: error }, `Health check: ${part} is not healthy; trying again`)
}

const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  // Our own `ServiceError` has this code, for example after the timeout of a probe.
  'UNAVAILABLE',
])

/** Whether the part sent no response, for example because its host name is unknown. */
function isUnreachable(error: unknown) {
  const { name, code }: { name?: unknown; code?: unknown } = Object(error)
  const isTimeoutOfAwsSdk = name === 'TimeoutError'
  return isTimeoutOfAwsSdk || UNREACHABLE_CODES.has(String(code))
}

async function probeAll(probes: Probes): Promise<Failure[]> {
  const results = await Promise.all(
    Object.entries(probes).map(async ([part, probe]) => {
      try {
        await withTimeout(probe())
        return []
      } catch (error) {
        return [{ part, error }]
      }
    }),
  )
  return results.flat()
}

async function withTimeout(work: Promise<void>) {
  const { promise, reject } = Promise.withResolvers<never>()
  const timeout = new ServiceError('UNAVAILABLE', 'the probe did not end in time')
  const timer = setTimeout(() => reject(timeout), PROBE_TIMEOUT_MS)
  try {
    await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

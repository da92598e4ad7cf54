import type { FastifyInstance } from 'fastify'
import { refuseOtherMethods } from './routes.ts'

/** Checks one part of a service; rejects when the part does not work. */
export type Probe = () => Promise<void>

const PROBE_TIMEOUT_MS = 2000

/** Results are cached, because a probe may write to the disk. */
const PROBE_CACHE_MS = 1000

type Readiness = { ready: boolean; checks: Record<string, 'ok' | 'failed'> }

export function registerHealth(app: FastifyInstance, probes: Record<string, Probe>, now: () => Date) {
  let cached: { at: number; readiness: Promise<Readiness> } | undefined

  const checkReadiness = () => {
    const at = now().getTime()
    if (!cached || at - cached.at >= PROBE_CACHE_MS) cached = { at, readiness: probeAll(app, probes) }
    return cached.readiness
  }

  for (const url of ['/healthz', '/readyz']) refuseOtherMethods(app, url, ['GET'])
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const { ready, checks } = await checkReadiness()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })
}

async function probeAll(app: FastifyInstance, probes: Record<string, Probe>): Promise<Readiness> {
  const results = await Promise.all(
    Object.entries(probes).map(async ([name, probe]) => {
      try {
        await withTimeout(probe())
        return [name, 'ok'] as const
      } catch (error) {
        app.log.warn({ err: error, part: name }, 'not ready')
        return [name, 'failed'] as const
      }
    }),
  )
  return { ready: results.every(([, state]) => state === 'ok'), checks: Object.fromEntries(results) }
}

async function withTimeout(work: Promise<void>) {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the probe did not end in time')), PROBE_TIMEOUT_MS)
  try {
    await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

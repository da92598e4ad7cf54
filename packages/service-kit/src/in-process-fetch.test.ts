import { expect, it } from 'vitest'
import { createService } from './create-service.ts'
import { inProcessFetch } from './in-process-fetch.ts'
import { createLogger } from './logger.ts'

it('answers as over the network: status, body, type and tag, by the method asked for', async () => {
  const app = createService({ logger: createLogger({ service: 'test', level: 'silent' }), https: false })
  app.get('/laddoo', (_request, reply) => reply.code(418).header('etag', '"1"').send({ sweet: true }))
  const fetch = inProcessFetch(app)

  const whole = await fetch('/laddoo')
  expect([whole.status, whole.headers.get('etag'), await whole.json()]).toEqual([418, '"1"', { sweet: true }])
  const head = await fetch('/laddoo', { method: 'HEAD' })
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([418, '"1"', ''])
})

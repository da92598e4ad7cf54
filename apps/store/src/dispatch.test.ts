import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { createService } from '@nashta/service-kit/http/create-service'
import { serve } from '@nashta/service-kit/http/serve'
import { startMetrics } from '@nashta/service-kit/metrics/metrics'
import { createLogger } from '@nashta/service-kit/process/logger'
import { expect, it } from 'vitest'
import { dispatch } from './dispatch.ts'

async function part(name: string) {
  const app = createService({ logger: createLogger({ service: name, level: 'silent' }), https: false })
  app.get('/*', () => ({ name }))
  await app.ready()
  return { app }
}

it('a request is sent to the app of its path, and its response is counted', async () => {
  const metrics = startMetrics({ gauges: {} })
  const served = await serve({
    host: '127.0.0.1',
    port: 0,
    https: false,
    startApp: async () => ({
      listener: dispatch([['/api', await part('api')]], await part('web'), metrics.counterOf),
      onClose: async () => {},
    }),
  })
  const respondingApp = async (path: string) =>
    ((await (await fetch(served.url + path)).json()) as { name: string }).name

  expect(await Promise.all(['/api/products', '/api', '/api?x=1'].map(respondingApp))).toEqual([
    'api',
    'api',
    'api',
  ])
  expect(await Promise.all(['/', '/apiary', '/about/api', '/?next=/api/'].map(respondingApp))).toEqual([
    'web',
    'web',
    'web',
    'web',
  ])
  expect(await requestWholeUrl(served.url, '/api/products')).toContain('"name":"api"')
  const lines = (await metrics.text()).split('\n')
  expect(lines).toContain('nashta_http_answers_total{part="api",status="200"} 4')
  expect(lines).toContain('nashta_http_answers_total{part="pages",status="200"} 4')
  metrics.stop()
  await served.close()
})

/** Sends a request line with the whole URL, as a client sends it to a proxy. */
function requestWholeUrl(url: string, path: string) {
  return new Promise<string>((resolve) => {
    const { host, port } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`GET ${url}${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    })
    resolve(text(socket))
  })
}

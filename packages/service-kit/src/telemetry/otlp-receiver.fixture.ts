import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { metricsBody, tracesBody } from './otlp.ts'

type SentSpan = ReturnType<typeof tracesBody>['resourceSpans'][0]['scopeSpans'][0]['spans'][0]
type SentMetric = ReturnType<typeof metricsBody>['resourceMetrics'][0]['scopeMetrics'][0]['metrics'][0]

/** A span as a test reads it. */
export type ReceivedSpan = Omit<SentSpan, 'attributes'> & {
  service: string
  attributes: Record<string, string>
}

type Attribute = { key: string; value: { stringValue?: string; intValue?: string } }

/** A collector for OTLP over HTTP. Records the requests that it responds to with 200. */
export async function startOtlpReceiver() {
  const bodies: string[] = []
  const spans: ReceivedSpan[] = []
  const metrics: (SentMetric & { service: string })[] = []
  const headers: IncomingHttpHeaders[] = []
  let status = 200

  const server = createServer((request, response) => void receive(request, response))
  async function receive(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request)
    if (status === 200) {
      bodies.push(body)
      headers.push(request.headers)
      if (request.url === '/v1/traces') spans.push(...spansOf(JSON.parse(body)))
      if (request.url === '/v1/metrics') metrics.push(...metricsOf(JSON.parse(body)))
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    spans,
    metrics,
    headers,
    /** Sets the status of all further responses. */
    respondWith(newStatus: number) {
      status = newStatus
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

function spansOf({ resourceSpans }: ReturnType<typeof tracesBody>): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, ...span }) => ({
        ...span,
        service: serviceOf(resource),
        attributes: toRecord(attributes),
      })),
    ),
  )
}

function metricsOf({ resourceMetrics }: ReturnType<typeof metricsBody>) {
  return resourceMetrics.flatMap(({ resource, scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics }) =>
      metrics.map((metric) => ({ ...metric, service: serviceOf(resource) })),
    ),
  )
}

function serviceOf({ attributes }: { attributes: Attribute[] }) {
  return toRecord(attributes)['service.name'] ?? ''
}

function toRecord(attributes: Attribute[]): Record<string, string> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']),
  )
}

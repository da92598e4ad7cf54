import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { bareEnvironment } from '@nashta/service-kit/process/bare-environment.fixture'
import { startOtlpReceiver } from '@nashta/service-kit/telemetry/otlp-receiver.fixture'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startServiceForTest } from './service-process.fixture.ts'
import { apiOf } from './shop-api-client.fixture.ts'
import { startStoreProcess, waitForUrl } from './store-process.fixture.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT_SPAN_ID = '00f067aa0ba902b7'
const TRACEPARENT = `00-${TRACE_ID}-${PARENT_SPAN_ID}-01`
const CARD = '4242424242424242'
/** A product of the demo catalogue. */
const CHOCOLATE = { productId: 'chocolate-dark-70', price: 249 }
/** OTLP's number for the kind of span that a server records for a request. */
const SERVER_SPAN = 2

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>
beforeAll(async () => {
  receiver = await startOtlpReceiver()
})
afterAll(() => receiver.close())

/** The store uses a `traceparent` only when a trusted proxy sent it. */
const TRUST_THIS_MACHINE = { TRUSTED_PROXIES: '127.0.0.1' }

it('an order is one trace, its mail is another, and no personal data is exported', async () => {
  const telemetry = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...TRUST_THIS_MACHINE }
  const store = await startStoreProcess(telemetry)
  const shopper = await signUpShopper(store.url)
  const placed = await fetch(`${store.url}/api/purchases/${shopper.userId}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${shopper.accessToken}`,
      'content-type': 'application/json',
      traceparent: TRACEPARENT,
    },
    body: JSON.stringify({
      items: [{ productId: CHOCOLATE.productId, quantity: 1 }],
      totalAmount: CHOCOLATE.price,
      paymentDetails: { method: 'card', cardNumber: CARD, cardHolderName: 'Asha Rao', expiryDate: '12/29' },
      shippingAddress: homeAddress,
    }),
  })
  expect(placed.status).toBe(201)
  // These paths contain an e-mail or a secret token. Neither may be exported.
  const api = apiOf(store.url, shopper.accessToken)
  await api('GET', `/carts/${encodeURIComponent(shopper.email)}`)
  const order = (await placed.json()) as { data: { purchaseId: string } }
  const link = await api('POST', `/purchases/order/${order.data.purchaseId}/link`, {})
  const { token } = link.data as { token: string }
  for (const path of [`/api/order-links/${token}`, `/orders/${token}`])
    expect((await fetch(store.url + path)).status).toBe(200)
  expect(await (await fetch(`${store.url}/metrics`)).text()).toMatch(/^nashta_outbox_age_seconds \d/m)
  const areMailsSent = async () =>
    (await (await fetch(`${store.url}/metrics`)).text()).includes('nashta_mails_waiting 0\n')
  await expect.poll(areMailsSent).toBe(true)
  await store.stop()

  const spansOfOrder = receiver.spans.filter(({ traceId }) => traceId === TRACE_ID)
  const request = spansOfOrder.find(({ kind }) => kind === SERVER_SPAN)
  expect(request).toMatchObject({
    service: 'nashta-store',
    name: 'POST /api/purchases/:userId',
    parentSpanId: PARENT_SPAN_ID,
  })
  expect(spansOfOrder.find(({ name }) => name === 'charge')?.attributes).toEqual({
    'nashta.payment.gateway': 'simulator',
    'nashta.payment.outcome': 'approved',
  })
  expect(spansOfOrder.filter(({ name }) => name === 'write shop').length).toBeGreaterThan(0)
  const mail = receiver.spans.find(({ name }) => name === 'deliver mail')
  expect(mail).toBeDefined()
  expect(mail?.traceId).not.toBe(TRACE_ID)

  const metrics = receiver.metrics.map(({ name }) => name)
  expect(metrics).toEqual(
    expect.arrayContaining([
      'http.server.request.duration',
      'db.client.operation.duration',
      'nashta.payment.duration',
      'nashta.outbox.delivery.duration',
      'nashta.outbox.age',
      'nashta.mails.waiting',
    ]),
  )
  const exported = receiver.bodies.join('')
  for (const personal of [
    shopper.email,
    shopper.userId,
    token,
    CARD,
    homeAddress.addressLine1,
    homeAddress.fullName,
  ])
    expect(exported).not.toContain(personal)
}, 60_000)

it('a store continues its trace in a Shop API of another process', async () => {
  // The test above uses the same trace id.
  receiver.spans.splice(0)
  const dataFolder = mkdtempSync(join(tmpdir(), 'nashta-traced-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  const telemetry = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...TRUST_THIS_MACHINE }
  const shopApi = await startServiceForTest('shop-api', { DATA_DIR: dataFolder, ...telemetry })
  const store = await startStoreProcess({ SHOP_API_URL: shopApi.origin, ...telemetry })
  await fetch(`${store.url}/api/products?search=laddoo`, { headers: { traceparent: TRACEPARENT } })
  await store.stop()
  await shopApi.stop()

  const serverSpanOf = (wanted: string) =>
    receiver.spans.find(
      ({ service, traceId, kind }) => service === wanted && traceId === TRACE_ID && kind === SERVER_SPAN,
    )
  expect(serverSpanOf('nashta-store')).toBeDefined()
  expect(serverSpanOf('nashta-shop-api')).toMatchObject({
    name: 'GET /api/products',
    parentSpanId: serverSpanOf('nashta-store')?.spanId,
  })
}, 60_000)

it('a store without a collector loads no telemetry module but start-telemetry-if-set.ts', async () => {
  const loadedWithCollector = await findLoadedModules({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url })
  expect(telemetryModulesIn(loadedWithCollector)).toContain('start-telemetry.ts')

  expect(telemetryModulesIn(await findLoadedModules({}))).toEqual(['start-telemetry-if-set.ts'])
}, 60_000)

function telemetryModulesIn(urls: readonly string[]) {
  return urls.filter((url) => url.includes('/telemetry/')).map((url) => url.split('/').at(-1))
}

/** A module for `--import` that sends the parent process the URL of each module that is loaded. */
const REPORT_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ load(url, context, next) { process.send(url); return next(url, context) } })
`)}`

/** Starts a store. Returns the URLs of the modules that it loads until it is ready. */
async function findLoadedModules(settings: Record<string, string>) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'nashta-modules-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  const main = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, ['--import', REPORT_MODULES, main], {
    env: bareEnvironment({ DATA_DIR: dataFolder, ...settings }),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const modules: string[] = []
  child.on('message', (url: string) => modules.push(url))
  const ended = new Promise((resolve) => {
    child.once('close', resolve)
  })
  await waitForUrl(child)
  child.kill('SIGTERM')
  await ended
  return modules
}

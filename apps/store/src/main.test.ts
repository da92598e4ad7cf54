import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { productsReply } from '@nashta/contracts/catalogue/product'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusal, runStoreToItsEnd, startStoreProcess, type StoreProcess } from './store-process.fixture.ts'

const DEMO_PRODUCTS = 45

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-main-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a store on an empty data folder', () => {
  it('prints its address, is ready, and serves the demo catalogue as JSON and HTML', async () => {
    const store = await startStoreProcess()

    expect(await (await fetch(`${store.url}/readyz`)).json()).toEqual({
      status: 'ready',
      checks: { shopApi: 'ok', userPool: 'ok', recommendations: 'ok', images: 'ok' },
    })
    const products = await fetch(`${store.url}/api/products`)
    const { data } = parseExactly(productsReply, await products.json())
    expect(data).toHaveLength(DEMO_PRODUCTS)

    const home = await fetch(store.url)
    const html = await home.text()
    expect(home.status).toBe(200)
    for (const { name } of data.slice(0, 4)) expect(html).toContain(name)

    const end = await store.stop()
    const [ready, welcome, ...rest] = (end.stdout ?? '').split('\n')
    expect([ready, rest]).toEqual([`Nashta is ready at ${store.url}`, ['']])
    expect(welcome).toMatch(/^To make the owner's account, open this link within one hour: /)
    expect({ code: end.code, stderr: end.stderr }).toEqual({ code: 0, stderr: '' })
  })
})

describe('a running store', () => {
  let store: StoreProcess
  beforeAll(async () => {
    store = await startStoreProcess()
  })
  afterAll(() => store.stop())

  it('shows its mailbox, its icon, its API reference and its metrics', async () => {
    const subscription = await fetch(`${store.url}/api/newsletter`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Asha', email: 'asha@example.in' }),
    })
    expect(subscription.status).toBe(200)

    const inbox = `${store.url}/dev/mailbox/messages?to=asha@example.in`
    await expect
      .poll(async () => ((await (await fetch(inbox)).json()) as { messages: unknown[] }).messages)
      .toMatchObject([
        { to: 'asha@example.in', text: expect.stringContaining(`${store.url}/newsletter/confirm`) },
      ])
    expect(await (await fetch(`${store.url}/dev/mailbox`)).text()).toContain('asha@example.in')
    expect((await fetch(`${store.url}/favicon.svg`)).headers.get('content-type')).toBe('image/svg+xml')
    expect(await (await fetch(`${store.url}/api/docs`)).text()).toContain('/api/newsletter')
    const metrics = await (await fetch(`${store.url}/metrics`)).text()
    // The two responses are those to the subscription and the API reference.
    expect(metrics).toContain('nashta_http_requests_total{part="api",status="200"} 2')
    expect(metrics).toMatch(/^nashta_mails_waiting \d+$/m)
  })

  it('responds 400 to a request that is not HTTP, and keeps running', async () => {
    const response = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(store.url).port), '127.0.0.1', () =>
        socket.write('NONSENSE\r\n\r\n'),
      )
      socket.on('data', (data) => resolve(data.toString()))
    })

    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(response).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n")
    expect(response).toMatch(/\{"code":"MALFORMED_REQUEST","message":"[^"]+"\}$/)
    expect((await fetch(`${store.url}/healthz`)).status).toBe(200)
  })

  it('keeps its port, and another store says that it is taken', async () => {
    const { port } = new URL(store.url)
    expect(await runStoreToItsEnd({ DATA_DIR: folder, PORT: port })).toEqual(
      refusal(`Port ${port} on 127.0.0.1 is already in use: stop what uses it, or set PORT to another`),
    )
  })
})

describe('the error line of a store that cannot start', () => {
  it.each([
    ['PORT', 'seventy', 'Bad setting: PORT must be a whole number from 0 to 65535'],
    [
      'CLOUD',
      'aws',
      'Missing AWS configuration: user pool id, user pool client id, user pool client secret, identity pool id, products table name',
    ],
  ])('says why the setting %s cannot be %s', async (name, value, reason) => {
    expect(await runStoreToItsEnd({ DATA_DIR: folder, [name]: value })).toEqual(refusal(reason))
  })
})

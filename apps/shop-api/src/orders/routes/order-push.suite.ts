import { createECDH, hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { addPushDevice, listLinkedPushDevices, listPushDevices } from '@nashta/contracts/push/push'
import { PUSH_DEVICES_MAX } from '@nashta/contracts/push/push-texts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pushEntry } from '../../push/push-message.ts'
import { startPushService } from '../../push/push-service.fixture.ts'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { openCheckout } from '../work/checkout.fixture.ts'

/** Push messages about orders, to accounts and to the holders of links, on every adapter. */
export function orderPushSuite(open: OpenTestShop) {
  let service: Awaited<ReturnType<typeof startPushService>>
  beforeEach(async () => {
    service = await startPushService()
  })
  afterEach(() => service.close())
  const { place, shop } = openCheckout((overrides) =>
    open({ ...overrides, findPushService: (endpoint) => service.findPushService(endpoint) }),
  )

  const subscribe = (name: string, sub = 'asha') =>
    shop().call(sub, 'POST', `/push/${sub}`, service.subscribe(name))
  const titles = () => service.received.map(({ path, message }) => [path, titleOf(message)])
  const idOf = (name: string) => hash('sha256', `${service.url}/${name}`, 'base64url')

  async function confirmedByMail() {
    await expect.poll(async () => (await shop().mailbox.list('asha@example.in')).length).toBe(1)
  }

  async function linkTokenOf(purchaseId: string) {
    const { data } = await shop().call('asha', 'POST', `/purchases/order/${purchaseId}/link`, {})
    return data.token as string
  }

  async function callLink(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
    const response = await shop().shop.app.inject({
      method,
      url: `/api/order-links/${path}`,
      ...(body && { body }),
    })
    return { status: response.statusCode, ...response.json() }
  }

  async function ship(purchaseId: string) {
    await shop().tokenFor('boss', ['admin'])
    await shop().call('boss', 'PUT', `/purchases/order/${purchaseId}/status`, { orderStatus: 'SHIPPED' })
  }

  it('a browser of an account shows each step of its orders, encrypted for that browser alone', async () => {
    const before = await shop().call('asha', 'GET', '/push/asha')
    const { publicKey } = parseExactly(listPushDevices.reply, { data: before.data }).data
    expect(before.data.devices).toEqual([])
    const added = await subscribe('phone')
    expect(parseExactly(addPushDevice.reply, { data: added.data }).data).toMatchObject({
      publicKey,
      devices: [{ id: idOf('phone') }],
    })

    const { data: order } = await place()
    const number = order.purchaseId.slice(-8).toUpperCase()
    await expect.poll(titles).toEqual([['/phone', `Your Nashta order #${number} is confirmed`]])
    const [{ message, headers } = { message: null, headers: {} }] = service.received
    expect(message).toEqual({
      web_push: 8030,
      notification: {
        title: `Your Nashta order #${number} is confirmed`,
        lang: 'en-IN',
        dir: 'ltr',
        body: expect.any(String),
        tag: `order-${order.purchaseId}`,
        navigate: `https://snacks.example/purchase-history/${order.purchaseId}`,
      },
    })
    expect(headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' })
    expect(String(headers['authorization'])).toContain(`k=${publicKey}`)

    await ship(order.purchaseId)
    await expect
      .poll(() => titles().map(([, title]) => title?.includes('is on its way')))
      .toEqual([false, true])
    // The person, and what was bought, stay out of a locked screen.
    for (const personal of [order.shippingAddress.fullName, order.items[0].name])
      expect(JSON.stringify(service.received)).not.toContain(personal)
  })

  it('nobody gets push messages who did not ask for them', async () => {
    await subscribe('of-ravi', 'ravi')
    await place()
    await confirmedByMail()
    expect(service.received).toEqual([])
    expect((await shop().queuedMails()).map(({ kind }) => kind)).toEqual(['order-confirmed'])
  })

  it('a browser that asked by the link of an order shows its steps, until the link is replaced', async () => {
    const { data: order } = await place()
    await confirmedByMail()
    const token = await linkTokenOf(order.purchaseId)
    const added = await callLink('POST', `${token}/push`, service.subscribe('guest'))
    expect(added.status).toBe(200)
    expect((await callLink('POST', `${token.slice(0, -1)}!/push`, service.subscribe('thief'))).code).toBe(
      'ORDER_NOT_FOUND',
    )
    await ship(order.purchaseId)
    await expect.poll(() => service.received.length).toBe(1)
    const [shipped] = service.received
    expect(shipped?.message).toMatchObject({
      notification: { navigate: `https://snacks.example/orders/${token}` },
    })

    const next = await linkTokenOf(order.purchaseId)
    const { data } = await callLink('GET', `${next}/push`)
    expect(parseExactly(listLinkedPushDevices.reply, { data }).data.devices).toEqual([])
  })

  it('a browser that asked twice, by account and by link, shows a step once', async () => {
    const { data: order } = await place()
    await confirmedByMail()
    const subscription = service.subscribe('phone')
    await shop().call('asha', 'POST', '/push/asha', subscription)
    await callLink('POST', `${await linkTokenOf(order.purchaseId)}/push`, subscription)
    await ship(order.purchaseId)
    await expect.poll(() => service.received.length).toBe(1)
    await expect.poll(async () => (await shop().mailbox.list('asha@example.in')).length).toBe(2)
    expect(service.received.length).toBe(1)
  })

  it('a browser that has ended its subscription is forgotten, another one goes on', async () => {
    await subscribe('old')
    await subscribe('new')
    service.unsubscribe('old')
    await place()
    await expect.poll(() => service.received.map(({ path }) => path)).toEqual(['/new'])
    await expect
      .poll(async () => (await shop().call('asha', 'GET', '/push/asha')).data.devices)
      .toMatchObject([{ id: idOf('new') }])
  })

  it('a message that the push service refuses for a moment is sent again, once', async () => {
    await subscribe('phone')
    service.respondNext({ status: 503 }, { status: 429, headers: { 'retry-after': '60' } })
    await place()
    await confirmedByMail()
    for (let minutes = 1; service.received.length === 0 && minutes < 30; minutes += 1) {
      shop().clock.now = new Date(shop().clock.now.getTime() + 61_000)
      await sleep(500)
    }
    expect(service.received.length).toBe(1)
  })

  it('a removed browser gets nothing more, and an account has a limited number of them', async () => {
    const names = Array.from({ length: PUSH_DEVICES_MAX + 1 }, (_, index) => `phone-${index}`)
    for (const name of names) await subscribe(name)
    const { data } = await shop().call('asha', 'GET', '/push/asha')
    // The newest replaced the oldest.
    const ids = data.devices.map(({ id }: { id: string }) => id)
    expect(ids).toEqual(names.slice(1).map(idOf))
    for (const id of ids.slice(1)) await shop().call('asha', 'DELETE', `/push/asha/${id}`)
    const removed = await shop().call('asha', 'DELETE', `/push/asha/${idOf('phone-0')}`)
    expect(removed.data.devices).toMatchObject([{ id: idOf('phone-1') }])
    await place()
    await expect.poll(() => service.received.map(({ path }) => path)).toEqual(['/phone-1'])
  })

  it('an address that is no push service of a browser is refused', async () => {
    const { keys } = service.subscribe('phone')
    for (const endpoint of [
      'http://127.0.0.1:6379/',
      'https://169.254.169.254/latest/meta-data',
      'https://push.apple.com.example.com/x',
      `${service.url.replace('127.0.0.1', 'localhost')}/phone`,
      'not an address',
    ]) {
      const refused = await shop().call('asha', 'POST', '/push/asha', { endpoint, keys })
      expect([endpoint, refused.status, refused.code]).toEqual([endpoint, 400, 'VALIDATION_FAILED'])
    }
    const notOnTheCurve = createECDH('prime256v1').generateKeys()
    notOnTheCurve.fill(7, 1)
    const badKeys = { ...keys, p256dh: notOnTheCurve.toString('base64url') }
    const refused = await shop().call('asha', 'POST', '/push/asha', {
      endpoint: `${service.url}/phone`,
      keys: badKeys,
    })
    expect(refused.code).toBe('VALIDATION_FAILED')
  })

  it('any change can send a push message in its transaction, once for each id', async () => {
    await subscribe('phone')
    const entry = pushEntry('low-stock-1', {
      title: 'Chips are low',
      body: 'Two packs are left',
      tag: 'low-stock-1',
      targets: [{ audience: 'user#asha', url: 'https://snacks.example/desk' }],
    })
    const { documents } = shop().shop.storage
    const key = { pk: 'push-test', sk: 'change' }
    await documents.commit([{ put: { key, body: {} }, seen: null }], [entry])
    await documents.commit([{ delete: key }], [entry])
    await expect.poll(titles).toEqual([['/phone', 'Chips are low']])
    await place()
    await expect.poll(() => service.received.length).toBe(2)
  })

  it('the keys of the shop are made once', async () => {
    const keyOf = async () => (await shop().call('asha', 'GET', '/push/asha')).data.publicKey
    const [first, second] = await Promise.all([keyOf(), keyOf()])
    await shop().restart()
    expect([second, await keyOf()]).toEqual([first, first])
    expect(Buffer.from(first, 'base64url').length).toBe(65)
  })

  it('an export names the browsers of the account, and its erasure forgets them', async () => {
    await subscribe('phone')
    const { data } = await shop().call('asha', 'GET', '/account/asha/export')
    expect(data.pushDevices).toEqual([
      { endpoint: `${service.url}/phone`, addedAt: shop().clock.now.toISOString() },
    ])
    await shop().call('asha', 'DELETE', '/account/asha')
    expect(await shop().everything()).not.toContain(`${service.url}/phone`)
  })
}

function titleOf(message: unknown) {
  return (message as { notification: { title: string } }).notification.title
}

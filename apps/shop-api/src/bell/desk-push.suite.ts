import type { OperatorRole } from '@nashta/contracts/api/operator-roles'
import type { BellWay } from '@nashta/contracts/bell/bell'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCheckout } from '../orders/work/checkout.fixture.ts'
import { startPushService } from '../push/push-service.fixture.ts'
import type { OpenTestShop } from '../shop.fixture.ts'

/** Push messages of the bell to the browsers of operators, on every adapter. */
export function deskPushSuite(open: OpenTestShop) {
  describe('the bell by push', () => {
    let service: Awaited<ReturnType<typeof startPushService>>
    let staff: { email: string; roles: OperatorRole[] }[]
    beforeEach(async () => {
      service = await startPushService()
      staff = [{ email: 'boss@example.in', roles: ['admin'] }]
    })
    afterEach(() => service.close())
    const { place, shop, mails } = openCheckout((overrides) =>
      open({
        ...overrides,
        findPushService: (endpoint) => service.findPushService(endpoint),
        operators: {
          list: async () => staff,
          grant: async () => null,
          revoke: async () => null,
          invitations: async () => [],
          invite: async () => null,
          withdrawInvitation: async () => false,
        },
      }),
    )

    const subscribe = (name: string, sub = 'boss') =>
      shop().call(sub, 'POST', '/admin/push', service.subscribe(name))
    const devices = async (sub = 'boss') => (await shop().call(sub, 'GET', '/admin/push')).data.devices
    const ring = () => shop().shop.ringBell()
    const bellMails = async () => (await mails()).filter(({ kind }) => kind === 'bell').length
    const received = () => service.received.map(({ path }) => path)

    /** The operator looks at the desk for the first time, and chooses how new orders are told. */
    async function choose(order: BellWay, hours: { quietFrom?: number; quietUntil?: number } = {}) {
      const { data } = await shop().call('boss', 'GET', '/admin/bell')
      const ways = { ...data.choices.ways, order }
      const body = { ...data.choices, ways, quietFrom: 0, quietUntil: 0, ...hours }
      expect((await shop().call('boss', 'PUT', '/admin/bell', body)).status).toBe(200)
      await ring()
    }

    it('a new order appears on each device of the operator, without money and person', async () => {
      await choose('push')
      await subscribe('phone')
      expect((await subscribe('laptop')).data.devices).toHaveLength(2)
      const { data } = await place()
      await ring()
      await expect.poll(() => received().toSorted()).toEqual(['/laptop', '/phone'])
      const [{ message } = { message: null }] = service.received
      expect(message).toMatchObject({
        notification: {
          title: `New order ${data.purchaseId.slice(-8).toUpperCase()}`,
          body: 'Nashta',
          tag: 'bell',
          navigate: `https://snacks.example/desk/orders/${data.purchaseId}`,
        },
      })
      expect(JSON.stringify(message)).not.toMatch(/₹|559|Asha/)
      await ring()
      expect(await bellMails()).toBe(0)
      expect(received()).toHaveLength(2)
    })

    it('several things are one message, and “both” also sends a mail', async () => {
      await choose('both')
      await subscribe('phone')
      await place()
      await place({}, { 'idempotency-key': 'second' })
      await ring()
      await expect.poll(received).toEqual(['/phone'])
      expect(service.received[0]?.message).toMatchObject({
        notification: {
          title: '2 things wait at the desk',
          navigate: 'https://snacks.example/desk/today',
        },
      })
      expect(await bellMails()).toBe(1)
    })

    it('nothing is pushed in the quiet hours: it waits for their end', async () => {
      // The test begins at 17:30 in India.
      await choose('push', { quietFrom: 17, quietUntil: 19 })
      await subscribe('phone')
      await place()
      await ring()
      shop().clock.now = new Date(shop().clock.now.getTime() + 60 * 60_000)
      await ring()
      expect(received()).toEqual([])
      shop().clock.now = new Date(shop().clock.now.getTime() + 60 * 60_000)
      await ring()
      await expect.poll(received).toEqual(['/phone'])
    })

    it('a lost device is forgotten, and one that is turned off gets nothing', async () => {
      await choose('push')
      await subscribe('lost')
      const { data } = await subscribe('phone')
      service.unsubscribe('lost')
      await place()
      await ring()
      await expect.poll(received).toEqual(['/phone'])
      await expect.poll(async () => (await devices()).length).toBe(1)
      const [, phone] = data.devices
      expect((await shop().call('boss', 'DELETE', `/admin/push/${phone.id}`)).data.devices).toEqual([])
      await place({}, { 'idempotency-key': 'second' })
      await ring()
      expect(received()).toEqual(['/phone'])
    })

    it('with the role the devices end, and shoppers have none at the desk', async () => {
      await choose('push')
      await subscribe('phone')
      expect((await subscribe('eve', 'asha')).status).toBe(403)
      // The same browser may also be a shopper's: that is another audience.
      await shop().call('boss', 'POST', '/push/boss', service.subscribe('shopping'))
      staff = []
      await place()
      await ring()
      expect(await devices()).toEqual([])
      expect((await shop().call('boss', 'GET', '/push/boss')).data.devices).toHaveLength(1)
      expect(received()).toEqual([])
    })

    it('an endpoint that no browser has is refused', async () => {
      const { keys } = service.subscribe('phone')
      const body = { endpoint: 'http://169.254.169.254/latest', keys }
      expect(await shop().call('boss', 'POST', '/admin/push', body)).toMatchObject({ status: 400 })
      expect(await devices()).toEqual([])
    })
  })
}

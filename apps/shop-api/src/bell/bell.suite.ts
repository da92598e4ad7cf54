import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { getBell } from '@nashta/contracts/bell/bell'
import { describe, expect, it } from 'vitest'
import { openCheckout } from '../orders/work/checkout.fixture.ts'
import type { OpenTestShop } from '../shop.fixture.ts'
import type { BellState } from './decide-bell.ts'

export function bellSuite(openTestShop: OpenTestShop) {
  describe('the bell', () => {
    const { shop, place, mails } = openCheckout(openTestShop)

    /** The work is counted again some seconds after the last look: two here, five more on DynamoDB. */
    const look = async (sub = 'boss') => {
      shop().clock.now = new Date(shop().clock.now.getTime() + 7000)
      const { data } = await shop().call(sub, 'GET', '/admin/bell')
      return parseExactly(getBell.reply, { data }).data
    }
    const bellMails = async () => (await mails()).filter(({ kind }) => kind === 'bell').length

    it('an operator is mailed of a new order once, on several processes, and sees the count', async () => {
      expect(await look()).toMatchObject({ email: 'boss@example.in', count: 0, newest: '' })
      await shop().shop.ringBell()
      const { data } = await place()
      await Promise.all([shop().shop.ringBell(), shop().shop.ringBell(), shop().shop.ringBell()])
      await shop().shop.ringBell()
      expect(await bellMails()).toBe(1)
      expect(await look()).toMatchObject({ count: 1, newest: data.purchaseId })
      await expect.poll(async () => (await shop().mailbox.list('boss@example.in')).length).toBe(1)
      const [mail] = await shop().mailbox.list('boss@example.in')
      expect(mail?.text).toContain(`https://snacks.example/desk/orders/${data.purchaseId}`)
      // The mail contains no amount and no name of a person.
      expect(mail?.text).not.toMatch(/₹|559|Asha/)
      await shop().restart()
      await shop().shop.ringBell()
      expect(await bellMails()).toBe(1)
    })

    it('an operator chooses what is told, and other callers have no bell', async () => {
      const before = await look()
      await shop().shop.ringBell()
      const ways = { ...before.choices.ways, order: 'none' as const }
      const choices = { ...before.choices, ways }
      const chosen = await shop().call('boss', 'PUT', '/admin/bell', choices)
      expect(chosen.data.choices).toEqual(choices)
      await place()
      await shop().shop.ringBell()
      expect(await bellMails()).toBe(0)
      expect((await look()).choices).toEqual(choices)
      expect((await shop().call('asha', 'GET', '/admin/bell')).status).toBe(403)
      const wrong = await shop().call('boss', 'PUT', '/admin/bell', { ...choices, quietFrom: 24 })
      expect(wrong).toMatchObject({ status: 400, message: expect.stringContaining('An hour is') })
    })

    it('a run looks at more than a page of orders, also at the oldest of them', async () => {
      await look()
      await shop().shop.ringBell()
      const ids: string[] = []
      for (let index = 0; index < 105; index += 1)
        ids.push((await place({}, { 'idempotency-key': `order-${index}` })).data.purchaseId)
      await shop().shop.ringBell()
      const stored = await shop().shop.storage.documents.get<BellState>({ pk: 'shop', sk: 'bell' })
      expect(stored?.body.rung?.order?.toSorted()).toEqual(ids.toSorted())
    })

    it('an operator whose role has ended hears nothing more', async () => {
      const roles = [{ email: 'Boss@example.in', roles: ['admin'] as const }]
      let staff: { email: string; roles: 'admin'[] }[] = roles.map(({ email }) => ({
        email,
        roles: ['admin'],
      }))
      await shop().restart({
        operators: {
          list: async () => staff,
          grant: async () => null,
          revoke: async () => null,
          invitations: async () => [],
          invite: async () => null,
          withdrawInvitation: async () => false,
        },
      })
      await look()
      await shop().shop.ringBell()
      await place()
      await shop().shop.ringBell()
      expect(await bellMails()).toBe(1)
      staff = []
      await place({}, { 'idempotency-key': 'second' })
      await shop().shop.ringBell()
      expect(await bellMails()).toBe(1)
    })
  })
}

import { mailEntry } from '@nashta/mail/mail-topic'
import { expect, it } from 'vitest'
import { describeOnBothStorages } from '../adapters/documents.fixture.ts'
import { createNewsletterStore, type SubscriptionRequest } from './newsletter-store.ts'

const HOUR_MS = 60 * 60 * 1000

/** The time `count` hours after the start of 2026. */
const hour = (count: number) => new Date(Date.UTC(2026, 0, 1) + count * HOUR_MS)

/** A request that stays below the mail limit and prunes nothing, unless `fields` say otherwise. */
function aRequest(tokenHash: string, fields: Partial<SubscriptionRequest> = {}): SubscriptionRequest {
  const { email = 'asha@example.com', at = hour(0) } = fields
  return {
    email,
    name: 'Asha',
    tokenHash,
    at,
    mailLimit: { max: 100, since: hour(-100) },
    pruneBefore: hour(-100),
    mail: mailEntry({
      deduplicationId: tokenHash,
      to: email,
      message: {
        kind: 'newsletter-confirm',
        data: { name: 'Asha', confirmUrl: 'https://x/confirm', unsubscribeUrl: 'https://x/unsubscribe' },
      },
    }),
    ...fields,
  }
}

/** A confirmation at hour 0. The link may have been mailed up to 48 hours before. */
const atHour0 = { mailedAfter: hour(-48), at: hour(0) }

describeOnBothStorages('newsletter store', (open) => {
  function create() {
    const { documents, ...outbox } = open()
    return { newsletter: createNewsletterStore(documents), documents, ...outbox }
  }

  it('a subscription is stored with its mail, unconfirmed', async () => {
    const { newsletter, mailIds } = create()
    await newsletter.subscribe(aRequest('t1'))

    expect(await newsletter.find('asha@example.com')).toEqual({
      email: 'asha@example.com',
      name: 'Asha',
      status: 'pending',
    })
    expect(await newsletter.find('ravi@example.com')).toBeNull()
    expect(await mailIds()).toEqual(['t1'])
  })

  it('a subscription whose mail cannot be queued is not stored', async () => {
    const { newsletter, breakOutbox } = create()
    breakOutbox()

    await expect(newsletter.subscribe(aRequest('t1'))).rejects.toBeInstanceOf(Error)
    expect(await newsletter.find('asha@example.com')).toBeNull()
  })

  it('a link confirms as often as it is opened', async () => {
    const { newsletter } = create()
    await newsletter.subscribe(aRequest('t1'))
    await newsletter.subscribe(aRequest('t2', { email: 'ravi@example.com' }))

    expect(await newsletter.confirm('t1', atHour0)).toBe(true)
    expect(await newsletter.confirm('t1', atHour0)).toBe(true)
    expect(await newsletter.find('asha@example.com')).toMatchObject({ status: 'confirmed' })
    expect(await newsletter.find('ravi@example.com')).toMatchObject({ status: 'pending' })
  })

  it('every link that was mailed confirms, not only the latest', async () => {
    const { newsletter } = create()
    await newsletter.subscribe(aRequest('t1'))
    await newsletter.subscribe(aRequest('t2'))

    expect(await newsletter.confirm('t1', atHour0)).toBe(true)
  })

  it('a link that is unknown or too old confirms nothing', async () => {
    const { newsletter } = create()
    await newsletter.subscribe(aRequest('t1'))

    expect(await newsletter.confirm('t2', atHour0)).toBe(false)
    expect(await newsletter.confirm('t1', { mailedAfter: hour(0), at: hour(48) })).toBe(false)
    expect(await newsletter.find('asha@example.com')).toMatchObject({ status: 'pending' })
  })

  it('a link unsubscribes as often as it is opened, and can confirm again afterwards', async () => {
    const { newsletter } = create()
    await newsletter.subscribe(aRequest('t1'))
    await newsletter.confirm('t1', atHour0)

    expect(await newsletter.unsubscribe('t1')).toBe(true)
    expect(await newsletter.unsubscribe('t1')).toBe(true)
    expect(await newsletter.find('asha@example.com')).toMatchObject({ status: 'unsubscribed' })
    await newsletter.confirm('t1', atHour0)
    expect(await newsletter.find('asha@example.com')).toMatchObject({ status: 'confirmed' })
    expect(await newsletter.unsubscribe('t2')).toBe(false)
  })

  it('a confirmed subscriber who subscribes again gets no mail and no other name', async () => {
    const { newsletter, mailIds } = create()
    await newsletter.subscribe(aRequest('t1'))
    await newsletter.confirm('t1', atHour0)
    await newsletter.subscribe(aRequest('t2', { name: 'Mallory' }))

    expect(await newsletter.find('asha@example.com')).toMatchObject({ name: 'Asha', status: 'confirmed' })
    expect(await mailIds()).toEqual(['t1'])
  })

  it('an unsubscribed address that subscribes again stays unsubscribed until it confirms', async () => {
    const { newsletter, mailIds } = create()
    await newsletter.subscribe(aRequest('t1'))
    await newsletter.confirm('t1', atHour0)
    await newsletter.unsubscribe('t1')
    await newsletter.subscribe(aRequest('t2'))

    expect(await mailIds()).toEqual(['t1', 't2'])
    expect(await newsletter.find('asha@example.com')).toMatchObject({ status: 'unsubscribed' })
    await newsletter.confirm('t2', atHour0)
    expect(await newsletter.find('asha@example.com')).toMatchObject({ status: 'confirmed' })
  })

  it('an address over its limit gets a mail when an earlier one no longer counts', async () => {
    const { newsletter, mailIds } = create()
    const subscribe = (tokenHash: string, at: Date) =>
      newsletter.subscribe(
        aRequest(tokenHash, { at, mailLimit: { max: 2, since: new Date(at.getTime() - HOUR_MS) } }),
      )
    await subscribe('t1', hour(0))
    await subscribe('t2', hour(0.5))
    await subscribe('t3', hour(0.9))
    await newsletter.subscribe(aRequest('other', { email: 'ravi@example.com', at: hour(0.9) }))
    expect(await mailIds()).toEqual(['t1', 't2', 'other'])
    // The link t3 was not mailed, so it does not exist.
    expect(await newsletter.confirm('t3', atHour0)).toBe(false)

    await subscribe('t4', hour(1))
    expect(await mailIds()).toEqual(['t1', 't2', 'other', 't4'])
  })

  it('the mail limit of an address holds for concurrent subscriptions', async () => {
    const { newsletter, mailIds } = create()
    const mailLimit = { max: 2, since: hour(-1) }
    await Promise.all(
      ['t1', 't2', 't3', 't4', 't5'].map((token) => newsletter.subscribe(aRequest(token, { mailLimit }))),
    )
    expect(await mailIds()).toHaveLength(2)
  })

  it('old pending subscriptions are pruned, and recent or confirmed ones stay', async () => {
    const { newsletter } = create()
    await newsletter.subscribe(aRequest('t1', { email: 'never@example.com', at: hour(0) }))
    await newsletter.subscribe(aRequest('t2', { email: 'confirmed@example.com', at: hour(0) }))
    await newsletter.confirm('t2', atHour0)
    await newsletter.subscribe(aRequest('t3', { email: 'recent@example.com', at: hour(2) }))
    await newsletter.subscribe(aRequest('t4', { at: hour(49), pruneBefore: hour(49 - 48) }))

    expect(await newsletter.find('never@example.com')).toBeNull()
    expect(await newsletter.unsubscribe('t1')).toBe(false)
    expect(await newsletter.find('confirmed@example.com')).not.toBeNull()
    expect(await newsletter.find('recent@example.com')).not.toBeNull()
  })

  it('a link that was used to confirm is not pruned, so it unsubscribes for ever', async () => {
    const { newsletter } = create()
    await newsletter.subscribe(aRequest('used', { at: hour(0) }))
    await newsletter.subscribe(aRequest('unused', { at: hour(0) }))
    await newsletter.confirm('used', atHour0)
    await newsletter.unsubscribe('used')
    await newsletter.subscribe(aRequest('t3', { at: hour(9000), pruneBefore: hour(9000 - 48) }))

    expect(await newsletter.unsubscribe('used')).toBe(true)
    expect(await newsletter.unsubscribe('unused')).toBe(false)
  })

  it('an erasure removes the address and its links, and may be repeated', async () => {
    const { newsletter } = create()
    await newsletter.subscribe(aRequest('t1'))
    await newsletter.subscribe(aRequest('t2'))
    await newsletter.subscribe(aRequest('r1', { email: 'ravi@example.com' }))
    await newsletter.confirm('t1', atHour0)
    expect((await newsletter.listLinks('asha@example.com')).toSorted()).toEqual(['t1', 't2'])
    await newsletter.erase('asha@example.com')
    await newsletter.erase('asha@example.com')

    expect(await newsletter.find('asha@example.com')).toBeNull()
    expect(await newsletter.listLinks('asha@example.com')).toEqual([])
    expect(await newsletter.unsubscribe('t1')).toBe(false)
    expect(await newsletter.find('ravi@example.com')).not.toBeNull()
  })

  it('an erasure finds a used link after later subscriptions have pruned unused ones', async () => {
    const { newsletter } = create()
    await newsletter.subscribe(aRequest('used', { at: hour(0) }))
    await newsletter.subscribe(aRequest('unused', { at: hour(0) }))
    await newsletter.confirm('used', atHour0)
    await newsletter.subscribe(aRequest('t3', { at: hour(9000), pruneBefore: hour(9000 - 48) }))
    expect(await newsletter.listLinks('asha@example.com')).toEqual(['used'])
    await newsletter.erase('asha@example.com')

    await newsletter.subscribe(aRequest('t4', { at: hour(9001) }))
    expect(await newsletter.unsubscribe('used')).toBe(false)
  })

  it('an erasure also deletes a link that is mailed while it runs', async () => {
    const { newsletter, documents } = create()
    await newsletter.subscribe(aRequest('first'))
    let hasRaced = false
    const racing = createNewsletterStore({
      ...documents,
      async get(key) {
        const document = await documents.get(key)
        if (!hasRaced) {
          hasRaced = true
          await newsletter.subscribe(aRequest('second'))
        }
        return document as never
      },
    })
    await racing.erase('asha@example.com')
    expect(hasRaced).toBe(true)
    expect(await newsletter.find('asha@example.com')).toBeNull()
    for (const tokenHash of ['first', 'second']) expect(await newsletter.unsubscribe(tokenHash)).toBe(false)
  })
})

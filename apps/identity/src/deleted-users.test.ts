import { DeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { expect, it, onTestFinished } from 'vitest'
import { LOCAL, openLocalPool } from './conformance/local-pool.fixture.ts'
import { peopleOf } from './conformance/people.fixture.ts'

it('deleting an account publishes one event, for this user only', async () => {
  const delivered: ShopEvent[] = []
  const local = await openLocalPool({
    deliverEvents: async (events) => {
      delivered.push(...events)
    },
  })
  onTestFinished(() => local.close())
  const people = peopleOf({ ...LOCAL, ...local, mailsTo: (email) => local.mailbox.list(email), local })
  const asha = await people.signedIn()
  // A second user, who is not deleted.
  await people.signedIn()
  await people.client.send(new DeleteUserCommand({ AccessToken: asha.AccessToken }))

  await expect.poll(() => delivered).toMatchObject([{ kind: 'accountDeleted', userId: asha.sub }])
})

it('deleting an account is logged once, although the deletion is repeated', async () => {
  const local = await openLocalPool()
  onTestFinished(() => local.close())
  const people = peopleOf({ ...LOCAL, ...local, mailsTo: (email) => local.mailbox.list(email), local })
  const { sub } = await people.signedIn()
  await local.pool.accounts.delete(sub)
  await local.pool.accounts.delete(sub)

  expect(local.logLines.filter((line) => line.includes('user deleted'))).toHaveLength(1)
})

import { expect, it } from 'vitest'
import { countingHash } from './conformance/counting-hash.fixture.ts'
import { LOCAL, openLocalPool } from './conformance/local-pool.fixture.ts'
import { peopleOf } from './conformance/people.fixture.ts'
import { PW, someone } from './conformance/pool.fixture.ts'
import { post } from './conformance/post.fixture.ts'

it('200 sign-ins at once: as many hashes as places, a short queue, and a clear refusal past it', async () => {
  const hashes = countingHash({ places: 2, waiting: 20 })
  const local = await openLocalPool({ hashing: hashes.options })
  const people = peopleOf({ ...LOCAL, ...local, mailsTo: (email) => local.mailbox.list(email), local })
  const shoppers = await Promise.all(Array.from({ length: 4 }, () => people.confirmed()))
  hashes.seen.most = 0

  const results = await Promise.allSettled(
    Array.from({ length: 200 }, (_, index) => people.signIn(shoppers[index % 4]?.email ?? '')),
  )
  const signedIn = results.filter(({ status }) => status === 'fulfilled').length
  const kinds = new Set(
    results.map((result) => (result.status === 'rejected' ? result.reason.name : 'signed in')),
  )

  expect(hashes.seen.most).toBe(2)
  // Two at work and twenty who wait; who came when these were done got in as well.
  expect(signedIn).toBeGreaterThanOrEqual(22)
  expect(kinds).toEqual(new Set(['signed in', 'TooManyRequestsException']))
  for (const { email } of shoppers) expect((await people.signIn(email)).AccessToken).not.toBe('')
  await local.close()
})

const aSignUp = () => ({ ClientId: LOCAL.clients.C0.id, Username: someone(), Password: PW })

it('says when to come back', async () => {
  const hashes = countingHash({ places: 1, waiting: 0 })
  const local = await openLocalPool({ hashing: hashes.options })
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(local, 'SignUp', aSignUp())))
  const refused = answers.find(({ status }) => status !== 200)

  expect(refused?.status).toBe(400)
  expect(refused?.headers.get('x-amzn-errortype')).toBe('TooManyRequestsException:')
  expect(refused?.headers.get('retry-after')).toBe('2')
  await local.close()
})

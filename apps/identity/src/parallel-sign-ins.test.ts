import { expect, it } from 'vitest'
import { createCountingHash } from './conformance/counting-hash.fixture.ts'
import { LOCAL, openLocalPool } from './conformance/local-pool.fixture.ts'
import { peopleOf } from './conformance/people.fixture.ts'
import { PW, unusedEmail } from './conformance/pool.fixture.ts'
import { post } from './conformance/post.fixture.ts'

const SIGN_INS = 200
const CONCURRENT = 2
const QUEUED = 20
const REFUSED = SIGN_INS - CONCURRENT - QUEUED

it('of 200 concurrent sign-ins two are hashed at once, twenty wait, and the others are refused', async () => {
  const hashes = createCountingHash({ concurrent: CONCURRENT, queued: QUEUED })
  const local = await openLocalPool({ hashing: hashes.options })
  const people = peopleOf({ ...LOCAL, ...local, mailsTo: (email) => local.mailbox.list(email), local })
  const shoppers = await Promise.all(Array.from({ length: 4 }, () => people.confirmed()))
  hashes.counts.inFlightMax = 0
  hashes.hold()

  // Hashes are held until every sign-in that finds the queue full has been refused.
  const refusals: string[] = []
  const results = await Promise.allSettled(
    Array.from({ length: SIGN_INS }, async (_, index) => {
      try {
        await people.signIn(shoppers[index % shoppers.length]?.email ?? '')
      } catch (error) {
        if (error instanceof Error) refusals.push(error.name)
        if (refusals.length === REFUSED) hashes.release()
        throw error
      }
    }),
  )

  expect(hashes.counts.inFlightMax).toBe(CONCURRENT)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(CONCURRENT + QUEUED)
  expect(new Set(refusals)).toEqual(new Set(['TooManyRequestsException']))
  for (const { email } of shoppers) expect((await people.signIn(email)).AccessToken).not.toBe('')
  await local.close()
})

const newSignUp = () => ({ ClientId: LOCAL.clients.C0.id, Username: unusedEmail(), Password: PW })

it('a refused sign-up names the seconds until a retry', async () => {
  const hashes = createCountingHash({ concurrent: 1, queued: 0 })
  const local = await openLocalPool({ hashing: hashes.options })
  hashes.hold()
  const [first, second] = [1, 2].map(() => post(local, 'SignUp', newSignUp()))
  // The hash of one sign-up is held, so the response that comes first is the refusal of the other.
  const refused = await Promise.race([first, second])
  hashes.release()
  await Promise.all([first, second])

  expect(refused?.status).toBe(400)
  expect(refused?.headers.get('x-amzn-errortype')).toBe('TooManyRequestsException:')
  expect(refused?.headers.get('retry-after')).toBe('2')
  await local.close()
})

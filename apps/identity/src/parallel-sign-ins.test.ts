import { expect, it } from 'vitest'
import { countingHash } from './conformance/counting-hash.fixture.ts'
import { LOCAL, openLocalPool } from './conformance/local-pool.fixture.ts'
import { peopleOf } from './conformance/people.fixture.ts'
import { PW, unusedEmail } from './conformance/pool.fixture.ts'
import { post } from './conformance/post.fixture.ts'

it('of 200 concurrent sign-ins two are hashed at once, twenty wait, and the others are refused', async () => {
  const hashes = countingHash({ concurrent: 2, queued: 20 })
  const local = await openLocalPool({ hashing: hashes.options })
  const people = peopleOf({ ...LOCAL, ...local, mailsTo: (email) => local.mailbox.list(email), local })
  const shoppers = await Promise.all(Array.from({ length: 4 }, () => people.confirmed()))
  hashes.seen.inFlightMax = 0
  hashes.hold()

  // No hash completes before the 178 sign-ins that are neither hashed nor queued are refused.
  const refusals: string[] = []
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, async (_, index) => {
      try {
        await people.signIn(shoppers[index % 4]?.email ?? '')
      } catch (error) {
        if (error instanceof Error) refusals.push(error.name)
        if (refusals.length === 178) hashes.release()
        throw error
      }
    }),
  )

  expect(hashes.seen.inFlightMax).toBe(2)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(22)
  expect(new Set(refusals)).toEqual(new Set(['TooManyRequestsException']))
  for (const { email } of shoppers) expect((await people.signIn(email)).AccessToken).not.toBe('')
  await local.close()
})

const newSignUp = () => ({ ClientId: LOCAL.clients.C0.id, Username: unusedEmail(), Password: PW })

it('a refused sign-up names the seconds until a retry', async () => {
  const hashes = countingHash({ concurrent: 1, queued: 0 })
  const local = await openLocalPool({ hashing: hashes.options })
  hashes.hold()
  const [first, second] = [1, 2].map(() => post(local, 'SignUp', newSignUp()))
  const refused = await Promise.race([first, second])
  hashes.release()
  await Promise.all([first, second])

  expect(refused?.status).toBe(400)
  expect(refused?.headers.get('x-amzn-errortype')).toBe('TooManyRequestsException:')
  expect(refused?.headers.get('retry-after')).toBe('2')
  await local.close()
})

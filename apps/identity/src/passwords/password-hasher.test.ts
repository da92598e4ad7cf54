import { expect, it } from 'vitest'
import { DEFAULT_COST, parseHash } from './password-hash.ts'
import { createPasswordHasher } from './password-hasher.ts'

const CHEAP = { memory: 64, passes: 1, parallelism: 1 }

it('by default costs what the law asks: argon2id, 19456 KiB, two passes, a salt of its own', async () => {
  const hasher = createPasswordHasher()
  const text = await hasher.hash('marigold-tea')

  expect(text).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(parseHash(text)).toMatchObject({ cost: { memory: 19_456, passes: 2, parallelism: 1 } })
  expect(parseHash(text).salt).toHaveLength(16)
  expect(await hasher.verify('marigold-tea', text)).toEqual({ right: true, rehash: null })
  expect(await hasher.verify('marigold-tee', text)).toEqual({ right: false, rehash: null })
})

it('the same password never has the same hash', async () => {
  const { hash } = createPasswordHasher({ cost: CHEAP })
  expect(await hash('marigold-tea')).not.toBe(await hash('marigold-tea'))
})

it('makes a hash anew when it was cheaper than today, and only for the right password', async () => {
  const old = await createPasswordHasher({ cost: CHEAP }).hash('marigold-tea')
  const hasher = createPasswordHasher({ cost: { ...CHEAP, passes: 2 } })

  expect(await hasher.verify('wrong', old)).toEqual({ right: false, rehash: null })
  const { right, rehash } = await hasher.verify('marigold-tea', old)
  expect(right).toBe(true)
  expect(rehash).toContain('m=64,t=2,p=1')
  expect(await hasher.verify('marigold-tea', rehash)).toEqual({ right: true, rehash: null })
})

it('works as hard for a name that does not exist, and says no', async () => {
  const costs: unknown[] = []
  const hasher = createPasswordHasher({
    evaluate: async (_password, _salt, cost) => {
      costs.push(cost)
      return Buffer.alloc(32)
    },
  })
  // What is evaluated equals what an unknown name is compared with, and still the answer is no.
  expect(await hasher.verify('anything', null)).toEqual({ right: false, rehash: null })
  expect(costs).toEqual([DEFAULT_COST])
})

it('evaluates nothing when refused at the last moment', async () => {
  let evaluated = 0
  const hasher = createPasswordHasher({
    evaluate: async () => {
      evaluated += 1
      return Buffer.alloc(32)
    },
  })
  const refusal = Promise.reject(new Error('locked'))
  await expect(hasher.verify('x', null, () => refusal)).rejects.toThrow('locked')
  expect(evaluated).toBe(0)
})

it('works on a few at once, lets some wait and refuses the rest with a time to come back', async () => {
  let inFlight = 0
  let most = 0
  const hasher = createPasswordHasher({
    concurrent: 3,
    queued: 4,
    async evaluate() {
      inFlight += 1
      most = Math.max(most, inFlight)
      await new Promise(setImmediate)
      inFlight -= 1
      return Buffer.alloc(32)
    },
  })
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => hasher.hash('x')))

  expect(most).toBe(3)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { kind: 'TooManyRequestsException', retryAfter: 2 },
  })
})

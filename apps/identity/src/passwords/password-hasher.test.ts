import { expect, it } from 'vitest'
import { DEFAULT_COST, parseHash } from './password-hash.ts'
import { createPasswordHasher } from './password-hasher.ts'

const CHEAP = { memory: 64, passes: 1, parallelism: 1 }

it('a password hash is argon2id with 19456 KiB, two passes and a random salt', async () => {
  const hasher = createPasswordHasher()
  const text = await hasher.hash('marigold-tea')

  expect(text).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(parseHash(text)).toMatchObject({ cost: { memory: 19_456, passes: 2, parallelism: 1 } })
  expect(parseHash(text).salt).toHaveLength(16)
  expect(await hasher.verify('marigold-tea', text)).toEqual({ isCorrect: true, rehash: null })
  expect(await hasher.verify('marigold-tee', text)).toEqual({ isCorrect: false, rehash: null })
})

it('hashing the same password twice gives different hashes', async () => {
  const { hash } = createPasswordHasher({ cost: CHEAP })
  expect(await hash('marigold-tea')).not.toBe(await hash('marigold-tea'))
})

it('a hash of another cost is replaced, after the right password only', async () => {
  const old = await createPasswordHasher({ cost: CHEAP }).hash('marigold-tea')
  const hasher = createPasswordHasher({ cost: { ...CHEAP, passes: 2 } })

  expect(await hasher.verify('wrong', old)).toEqual({ isCorrect: false, rehash: null })
  const { isCorrect, rehash } = await hasher.verify('marigold-tea', old)
  expect(isCorrect).toBe(true)
  expect(rehash).toContain('m=64,t=2,p=1')
  expect(await hasher.verify('marigold-tea', rehash)).toEqual({ isCorrect: true, rehash: null })
})

it('without a stored hash the same work is done, and no password is correct', async () => {
  const costs: unknown[] = []
  const hasher = createPasswordHasher({
    computeHash: async (_password, _salt, cost) => {
      costs.push(cost)
      return Buffer.alloc(32)
    },
  })
  // The decoy hash is 32 zero bytes too. The password is not correct although the hashes are equal.
  expect(await hasher.verify('anything', null)).toEqual({ isCorrect: false, rehash: null })
  expect(costs).toEqual([DEFAULT_COST])
})

it('a sign-in that `beforeHash` refuses computes no hash', async () => {
  let hashCount = 0
  const hasher = createPasswordHasher({
    computeHash: async () => {
      hashCount += 1
      return Buffer.alloc(32)
    },
  })
  const refusal = Promise.reject(new Error('locked'))
  await expect(hasher.verify('x', null, () => refusal)).rejects.toThrow('locked')
  expect(hashCount).toBe(0)
})

it('the hasher computes a few hashes at once, queues some and refuses the rest with a retry time', async () => {
  let inFlight = 0
  let inFlightMax = 0
  const hasher = createPasswordHasher({
    concurrent: 3,
    queued: 4,
    async computeHash() {
      inFlight += 1
      inFlightMax = Math.max(inFlightMax, inFlight)
      await new Promise(setImmediate)
      inFlight -= 1
      return Buffer.alloc(32)
    },
  })
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => hasher.hash('x')))

  expect(inFlightMax).toBe(3)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3 + 4)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { kind: 'TooManyRequestsException', retryAfter: 2 },
  })
})

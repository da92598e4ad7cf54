import { argon2, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { isDeepStrictEqual, promisify } from 'node:util'
import { createConcurrencyLimit } from '@nashta/service-kit/limits/concurrency-limit'
import { ServiceError } from '@nashta/service-kit/service-error'
import { PoolError } from '../wire/pool-error.ts'
import {
  DEFAULT_COST,
  formatHash,
  HASH_BYTES,
  type HashCost,
  parseHash,
  SALT_BYTES,
  sameHash,
} from './password-hash.ts'

/** One core computes about twenty hashes a second, so the last of 64 waits for about three seconds. */
const QUEUE_MAX = 64
const RETRY_AFTER_SECONDS = 2

type ComputeHash = (password: string, salt: Buffer, cost: HashCost) => Promise<Buffer>

export type PasswordHasherOptions = {
  cost?: HashCost
  concurrent?: number
  queued?: number
  computeHash?: ComputeHash
}

type BeforeHash = () => Promise<void>

type PasswordCheck = {
  isCorrect: boolean
  /** A new hash of the password, to store when the stored one has another cost; otherwise null. */
  rehash: string | null
}

export type PasswordHasher = {
  hash: (password: string) => Promise<string>
  /**
   * `beforeHash` runs after the wait in the queue, right before the hash is computed. It may throw
   * to prevent the hash. Without a stored hash the same work is done, and `isCorrect` is false.
   */
  verify: (password: string, stored: string | null, beforeHash?: BeforeHash) => Promise<PasswordCheck>
}

/** Hashes at most one password per core at once, because a hash takes 19 MB. Others are queued. */
export function createPasswordHasher({
  cost = DEFAULT_COST,
  concurrent = availableParallelism(),
  queued = QUEUE_MAX,
  computeHash = argon2id,
}: PasswordHasherOptions = {}): PasswordHasher {
  const limit = createConcurrencyLimit({ concurrent, queued })

  async function withinLimit<T>(work: () => Promise<T>) {
    try {
      return await limit(work)
    } catch (error) {
      // `limit` throws a ServiceError when its queue is full.
      if (!(error instanceof ServiceError)) throw error
      throw new PoolError('TooManyRequestsException', 'Too many requests', {
        retryAfter: RETRY_AFTER_SECONDS,
        cause: error,
      })
    }
  }

  async function makeHash(password: string) {
    const salt = randomBytes(SALT_BYTES)
    return formatHash({ cost, salt, hash: await computeHash(password, salt, cost) })
  }

  return {
    hash: (password) => withinLimit(() => makeHash(password)),
    verify: (password, stored, beforeHash) =>
      withinLimit(async () => {
        await beforeHash?.()
        const expected = stored === null ? decoyHash(cost) : parseHash(stored)
        const hash = await computeHash(password, expected.salt, expected.cost)
        const isCorrect = stored !== null && sameHash(hash, expected.hash)
        const isStale = isCorrect && !isDeepStrictEqual(expected.cost, cost)
        return { isCorrect, rehash: isStale ? await makeHash(password) : null }
      }),
  }
}

/**
 * Used in place of the stored hash of an unknown user. The salt slightly changes the duration of
 * the hash, so a fixed salt would make unknown users recognisable.
 */
function decoyHash(cost: HashCost) {
  return { cost, salt: randomBytes(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) }
}

const computeArgon2 = promisify(argon2)

function argon2id(password: string, salt: Buffer, cost: HashCost) {
  return computeArgon2('argon2id', { message: password, nonce: salt, tagLength: HASH_BYTES, ...cost })
}

import { argon2, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import { createTurns } from '@nashta/service-kit/limits/turns'
import { PoolError } from '../wire/pool-error.ts'
import { DEFAULT_COST, formatHash, type HashCost, parseHash, sameCost, sameHash } from './password-hash.ts'

const SALT_BYTES = 16
const HASH_BYTES = 32

/** A core does about twenty a second: who waits behind these waits for seconds. */
const WAITING_MAX = 64
const RETRY_AFTER_SECONDS = 2

type EvaluateHash = (password: string, salt: Buffer, cost: HashCost) => Promise<Buffer>

export type PasswordHasherOptions = {
  cost?: HashCost
  places?: number
  waiting?: number
  evaluate?: EvaluateHash
}

type PasswordProof = {
  right: boolean
  /** To be kept in place of the old one, when that was cheaper to guess. */
  rehash: string | null
}

export type PasswordHasher = {
  hash: (password: string) => Promise<string>
  /**
   * `begin` runs when the password's turn has come, and nothing is evaluated when it refuses. Without a hash to
   * compare with, the work is the same and the answer is no.
   */
  verify: (password: string, kept: string | null, begin?: () => Promise<void>) => Promise<PasswordProof>
}

/** As many at once as there are cores, and only so many who wait: each takes 19 MB while it works. */
export function createPasswordHasher({
  cost = DEFAULT_COST,
  places = availableParallelism(),
  waiting = WAITING_MAX,
  evaluate = argon2id,
}: PasswordHasherOptions = {}): PasswordHasher {
  const takeTurn = createTurns({ places, waiting })

  async function inTurn<T>(work: () => Promise<T>) {
    try {
      return await takeTurn(work)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      throw new PoolError('TooManyRequestsException', 'Too many requests', {
        retryAfter: RETRY_AFTER_SECONDS,
        cause: error,
      })
    }
  }

  async function makeHash(password: string) {
    const salt = randomBytes(SALT_BYTES)
    return formatHash({ cost, salt, hash: await evaluate(password, salt, cost) })
  }

  return {
    hash: (password) => inTurn(() => makeHash(password)),
    verify: (password, kept, begin) =>
      inTurn(async () => {
        await begin?.()
        const known = kept === null ? unknownHash(cost) : parseHash(kept)
        const hash = await evaluate(password, known.salt, known.cost)
        const right = kept !== null && sameHash(hash, known.hash)
        const stale = right && !sameCost(known.cost, cost)
        return { right, rehash: stale ? await makeHash(password) : null }
      }),
  }
}

/** With a salt of its own, as others have: how long a hash takes depends on it a little. */
function unknownHash(cost: HashCost) {
  return { cost, salt: randomBytes(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) }
}

const evaluateArgon2 = promisify(argon2)

function argon2id(password: string, salt: Buffer, cost: HashCost) {
  return evaluateArgon2('argon2id', { message: password, nonce: salt, tagLength: HASH_BYTES, ...cost })
}

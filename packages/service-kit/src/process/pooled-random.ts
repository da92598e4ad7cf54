import { randomBytes } from 'node:crypto'

const POOL_BYTES = 4096

let pool = Buffer.alloc(0)
let used = 0

/** As Node's `randomBytes`, which asks the system anew for every few of them. No byte is given out twice. */
export function pooledRandomBytes(count: number): Buffer {
  if (count > POOL_BYTES) return randomBytes(count)
  if (used + count > pool.length) {
    pool = randomBytes(POOL_BYTES)
    used = 0
  }
  used += count
  return pool.subarray(used - count, used)
}

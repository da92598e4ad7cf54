import { randomBytes } from 'node:crypto'

const BLOCK_BYTES = 4096

/**
 * Returns a function that gives `count` random bytes. It asks the system for a whole block, because
 * asking for a few bytes costs as much.
 */
export function createRandomBytes(): (count: number) => Buffer {
  let unused = Buffer.alloc(0)
  return (count) => {
    if (unused.length < count) unused = randomBytes(Math.max(BLOCK_BYTES, count))
    const bytes = unused.subarray(0, count)
    unused = unused.subarray(count)
    return bytes
  }
}

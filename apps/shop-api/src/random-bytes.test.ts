import { expect, it } from 'vitest'
import { createRandomBytes } from './random-bytes.ts'

it('no random bytes are returned twice, and each call returns as many as requested', () => {
  const randomBytes = createRandomBytes()
  const seen = new Set<string>()
  // A thousand calls use up several blocks of 4,096 bytes.
  for (let call = 0; call < 1000; call += 1) {
    const bytes = randomBytes(16)
    expect(bytes).toHaveLength(16)
    seen.add(bytes.toString('hex'))
  }
  expect(seen.size).toBe(1000)
  // A request may be larger than a block.
  expect(randomBytes(10_000)).toHaveLength(10_000)
})

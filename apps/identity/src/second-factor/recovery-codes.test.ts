import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createRecoveryCodeHasher, newRecoveryCodes } from './recovery-codes.ts'

it('ten different recovery codes are made, of letters and digits that do not look alike', () => {
  const codes = newRecoveryCodes(randomBytes)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)
})

it('the hash of a recovery code ignores case, spaces and the hyphen, and belongs to one user', () => {
  const hash = createRecoveryCodeHasher(Buffer.alloc(32, 1))
  expect(hash(' K7M2P 9XQ4R', 'asha')).toBe(hash('k7m2p-9xq4r', 'asha'))
  expect(hash('k7m2p-9xq4r', 'ravi')).not.toBe(hash('k7m2p-9xq4r', 'asha'))
  expect(hash('k7m2p-9xq4s', 'asha')).not.toBe(hash('k7m2p-9xq4r', 'asha'))
})

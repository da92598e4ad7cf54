import { expect, it } from 'vitest'
import { codeOfStep, fromBase32, isAppCode, matchingStep, stepAt, toBase32 } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

it.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238, appendix B: at second %i the code is %s', (seconds, code) => {
  const at = new Date(seconds * 1000)
  expect(codeOfStep(SECRET, stepAt(at), 8)).toBe(code)
  expect(matchingStep(SECRET, code.slice(-6), at)).toBe(stepAt(at))
})

it.each(['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'])(
  'RFC 4226, appendix D: the code %s belongs to its counter',
  (code) => {
    const codes = Array.from({ length: 10 }, (_, counter) => codeOfStep(SECRET, counter))
    expect(codes).toContain(code)
  },
)

it('a code works one step before and after its own, and no longer', () => {
  const step = 1000
  const code = codeOfStep(SECRET, step)
  const matches = [-2, -1, 0, 1, 2].map((off) =>
    matchingStep(SECRET, code, new Date((step + off) * 30_000 + 29_999)),
  )
  expect(matches).toEqual([null, step, step, step, null])
})

it.each(['', '12345', '1234567', '12345a', '１２３４５６', 'k7m2p-9xq4r'])(
  '%j is no code of an app',
  (text) => {
    expect(isAppCode(text)).toBe(false)
    expect(matchingStep(SECRET, text, new Date(0))).toBeNull()
  },
)

it.each([
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648: the base32 of %s is %s', (text, base32) => {
  expect(toBase32(Buffer.from(text))).toBe(base32)
  expect(fromBase32(base32).toString()).toBe(text)
})

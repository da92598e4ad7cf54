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
  // The codes of the RFC have eight digits. Our codes are the last six of them.
  expect(codeOfStep(SECRET, stepAt(at), 8)).toBe(code)
  expect(matchingStep(SECRET, code.slice(-6), at)).toBe(stepAt(at))
})

it.each([
  [0, '755224'],
  [1, '287082'],
  [2, '359152'],
  [3, '969429'],
  [4, '338314'],
  [5, '254676'],
  [6, '287922'],
  [7, '162583'],
  [8, '399871'],
  [9, '520489'],
])('RFC 4226, appendix D: the code of counter %i is %s', (counter, code) => {
  expect(codeOfStep(SECRET, counter)).toBe(code)
})

/** The last millisecond of a step of 30 seconds. */
const endOfStep = (step: number) => new Date((step + 1) * 30_000 - 1)

it('a code works one step before and after its own, and no longer', () => {
  const step = 1000
  const code = codeOfStep(SECRET, step)
  const matches = [-2, -1, 0, 1, 2].map((off) => matchingStep(SECRET, code, endOfStep(step + off)))
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

import { expect, it } from 'vitest'
import { brokenRule, STORE_POLICY } from './password-policy.ts'

it.each(['marigold-tea', 'abcdwxyz', '७७८८९९००क', 'x'.repeat(200) + 'y'])(
  'the store accepts the password %s',
  (password) => {
    expect(brokenRule(password, STORE_POLICY)).toBeNull()
  },
)

it.each([
  ['seven77', 'Password not long enough'],
  // Four characters, although the `length` of the string is eight.
  ['🍩🍩🍪🍪', 'Password not long enough'],
  ['password', 'Password is too common'],
  ['PassWord123', 'Password is too common'],
  ['zzzzzzzzzzzz', 'Password is too common'],
])('the store refuses the password %s: %s', (password, rule) => {
  expect(brokenRule(password, STORE_POLICY)).toBe(rule)
})

it.each([
  ['Ab1!', 'Password not long enough'],
  ['str0ng!pass', 'Password must have uppercase characters'],
  ['STR0NG!PASS', 'Password must have lowercase characters'],
  ['Strong!pass', 'Password must have numeric characters'],
  ['Str0ngpass', 'Password must have symbol characters'],
  ['Str0ng!pass', null],
])('the rule that %s breaks in a pool with character classes: %s', (password, rule) => {
  expect(brokenRule(password, { minLength: 8, characterClasses: true, refuseCommon: false })).toBe(rule)
})

import { expect, it } from 'vitest'
import { brokenRule, STORE_POLICY } from './password-policy.ts'

it.each([
  'marigold-tea',
  'abcdwxyz',
  'samantha-1993-goa',
  'dragon4711-83920',
  '७७८८९९००क',
  'x'.repeat(200) + 'y',
])('the store accepts the password %s', (password) => {
  expect(brokenRule(password, STORE_POLICY)).toBeNull()
})

it.each([
  ['seven77', 'Password not long enough'],
  // Four characters, although the `length` of the string is eight.
  ['🍩🍩🍪🍪', 'Password not long enough'],
  ['password', 'Password is too common'],
  ['PassWord123', 'Password is too common'],
  ['zzzzzzzzzzzz', 'Password is too common'],
  ['abcabcabc', 'Password is too common'],
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
])('in a pool that requires character classes, %s breaks the rule %j', (password, rule) => {
  const policy = { minLength: 8, requiresCharacterClasses: true, refusesGuessable: false }
  expect(brokenRule(password, policy)).toBe(rule)
})

it.each(
  `samantha elizabeth alexander manchester charlie1 sairam123 jaishreeram Krishna@123 Nashta2026 omnamahshivaya Ganesh!1
  nashta123 snacks123 samosa@12 password@123 P@ssw0rd123 bharat123 qwertyuiop iloveyou123
  samantha1! Samantha#2026 elizabeth@1 michael1! Dragon#9 sunshine!! manchester_99`.split(/\s+/),
)('the store refuses the leaked or common password %s', (password) => {
  expect(brokenRule(password, STORE_POLICY)).toBe('Password is too common')
})

const ASHA = {
  email: 'asha.lakshman@chatpata.example',
  attributes: {
    given_name: 'Asha',
    family_name: 'Lakshman',
    phone_number: '+919812045678',
    birthdate: '1990-02-28',
  },
}

it.each([
  'AshaLakshman',
  'asha.lakshman',
  'Asha1990!',
  'lakshman@28',
  'asha280290',
  '9812045678',
  'asha45678',
  '28-02-1990',
  '1990.02.28',
  'chatpata1',
  'Lakshman#Asha#98120',
])('the store refuses the password %s, which is made of the personal data of the shopper', (password) => {
  expect(brokenRule(password, STORE_POLICY, ASHA)).toBe('Password is too much like your own data')
})

it.each(['marigold-tea', 'asha-likes-monsoon', '1990-kettles-boil', 'क़िताब-की-दुकान', '!!!!....????$$$$'])(
  'the store accepts the password %s of Asha, because enough of it is not her own data',
  (password) => {
    expect(brokenRule(password, STORE_POLICY, ASHA)).toBeNull()
  },
)

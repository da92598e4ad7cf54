import { expect, it } from 'vitest'
import { createMinors, isMinor } from './minors.ts'

it.each([
  ['2008-06-15', true],
  ['2008-06-14', false],
  ['1990-01-01', false],
  [null, false],
])('a shopper born on %s is a minor on 14 June 2026 in India: %s', (birthDate, expected) => {
  // At this moment it is 14 June in India, but still 13 June in UTC.
  expect(isMinor(birthDate, new Date('2026-06-13T20:00:00Z'))).toBe(expected)
})

it('a minor is known after one verified token, and two calls look the birth date up once', async () => {
  const lookups: string[] = []
  const minors = createMinors({
    async birthDateOf({ sub }) {
      lookups.push(sub)
      return sub === 'child' ? '2015-01-01' : '1990-01-01'
    },
    now: () => new Date('2026-06-14T00:00:00Z'),
  })
  // In this test, the token of a caller is the `sub`.
  const verifyToken = minors.withCachedBirthDates(async (sub) => ({ sub, username: sub, groups: [] }))
  expect(minors.has('child')).toBe(false)
  for (const sub of ['child', 'child', 'asha']) await verifyToken(sub)
  expect(minors.has('child')).toBe(true)
  expect(minors.has('asha')).toBe(false)
  expect(lookups).toEqual(['child', 'asha'])
})

it('a shopper who enters the birth date of a minor is a minor a minute later', async () => {
  let clock = new Date('2026-06-14T00:00:00Z')
  let birthDate: string | null = null
  const minors = createMinors({ birthDateOf: async () => birthDate, now: () => clock })
  const verifyToken = minors.withCachedBirthDates(async (sub) => ({ sub, username: sub, groups: [] }))
  await verifyToken('child')
  birthDate = '2015-01-01'
  await verifyToken('child')
  expect(minors.has('child')).toBe(false)

  clock = new Date('2026-06-14T00:01:00Z')
  await verifyToken('child')
  expect(minors.has('child')).toBe(true)
})

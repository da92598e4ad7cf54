import { expect, it } from 'vitest'
import { fullName, shortName } from './user-name.ts'

const asha = { email: 'asha@example.com', firstName: 'Asha', lastName: 'Rao' }

it('a shopper is shown by name', () => {
  expect(fullName(asha)).toBe('Asha Rao')
  expect(shortName(asha)).toBe('Asha')
})

it('a shopper without a name is shown by e-mail', () => {
  const nameless = { ...asha, firstName: ' ', lastName: '' }
  expect(fullName(nameless)).toBe('')
  expect(shortName(nameless)).toBe('asha')
})

it('half a name is a name', () => {
  expect(fullName({ firstName: '', lastName: 'Rao' })).toBe('Rao')
})

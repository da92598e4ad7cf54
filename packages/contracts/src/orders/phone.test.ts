import { expect, it } from 'vitest'
import { digitsOf, phoneNumberIn, phoneNumbersIn } from './phone.ts'

const SPELLINGS = [
  '9876543210',
  '98765 43210',
  '098765-43210',
  '+91 98765 43210',
  '0091 (98765) 43210',
  '+91 (0) 98765.43210',
  '9876543210 / 1',
  '9876543210 1',
  '9876543210 ext. 22',
  '98765/43210',
  '1 9876543210',
  '९८७६५४३२१०',
  '৯৮৭৬৫৪৩২১০',
  '９８７６５４３２１０',
]

it.each(SPELLINGS)('%s is one number, however it is written', (text) => {
  expect(phoneNumberIn(text)).toBe('9876543210')
})

it('all numbers of a text are found, and the first is called', () => {
  for (const text of ['9876543210 / 9123456789', '+91 9876543210, 9123456789', '9876543210 9123456789'])
    expect(phoneNumbersIn(text)).toEqual(['9876543210', '9123456789'])
  expect(phoneNumbersIn('9123456789 / 12')).toEqual(['9123456789'])
})

it('other numbers keep their last ten digits', () => {
  expect(phoneNumberIn('+1 415 555 2671')).toBe('4155552671')
  expect(phoneNumberIn('022 2659 1234')).toBe('2226591234')
  expect(phoneNumberIn('12345')).toBe('12345')
  expect(phoneNumbersIn('no phone')).toEqual([])
  expect(digitsOf('(०१२) 34')).toBe('01234')
})

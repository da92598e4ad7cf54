import { expect, it } from 'vitest'
import { fullNameIn } from './full-name.ts'

it.each([
  [{ name: 'Asha Rao', given_name: 'Usha' }, 'Asha Rao'],
  [{ name: '  ', given_name: 'Asha', family_name: 'Rao' }, 'Asha Rao'],
  [{ given_name: 'Asha' }, 'Asha'],
  [{ name: 'Asha\n\tRao ' }, 'Asha Rao'],
  [{}, null],
  [{ name: '', given_name: ' ', family_name: '' }, null],
])('the attributes %j have the name %s', (attributes, name) => {
  expect(fullNameIn(attributes)).toBe(name)
})

it('a name without end is cut', () => {
  expect(fullNameIn({ name: 'A'.repeat(2000) })).toHaveLength(80)
})

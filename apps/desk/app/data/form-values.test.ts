import type { FormField } from '@nashta/contracts/form-fields'
import { expect, it } from 'vitest'
import { fieldValue, isFilledIn, toFormValues, withInput } from './form-values.ts'

const TABLE = {
  days: { kind: 'count', label: 'Days' },
  rate: { kind: 'choice', label: 'Rate', choices: [0, 5] },
  isDemo: { kind: 'flag', label: 'Demo' },
  closed: { kind: 'words', label: 'Closed days' },
  ways: {
    kind: 'order',
    label: 'Ways',
    choices: [
      ['a', 'A'],
      ['b', 'B'],
      ['c', 'C'],
    ],
  },
  origin: { kind: 'text', label: 'Origin', isCapital: true },
  size: {
    kind: 'group',
    parts: {
      value: { kind: 'number', label: 'Size' },
      unit: { kind: 'choice', label: 'Unit', choices: ['g', 'ml'], initial: 'g' },
    },
  },
  allergens: {
    kind: 'group',
    parts: { contains: { kind: 'choices', label: 'Contains', choices: ['milk', 'egg'] } },
    confirmed: 'Complete',
  },
} as const satisfies Record<string, FormField>

const RECORD = {
  days: 5,
  rate: 0,
  isDemo: true,
  closed: ['a', 'b'],
  ways: ['c', 'a', 'b'],
  origin: 'IN',
  size: { value: 2.5, unit: 'ml' },
  allergens: { contains: [] },
}

const EMPTY = toFormValues(TABLE, {})

const bodyOf = (values: object) =>
  Object.fromEntries(
    Object.entries<FormField>(TABLE).map(([name, field]) => [name, fieldValue(name, field, { ...values })]),
  )

it('a record that the form loads and sends is unchanged', () => {
  expect(bodyOf(toFormValues(TABLE, RECORD))).toEqual(RECORD)
})

it('empty inputs are sent as absent values, also those of a group whose only value is an initial choice', () => {
  expect(EMPTY['size.unit']).toBe('g')
  expect(Object.values(bodyOf(EMPTY)).filter((value) => value !== undefined)).toEqual([])
})

it('texts become numbers, choices of the table, words and capital letters', () => {
  const values = { ...EMPTY, days: ' 7 ', rate: '5', closed: 'a, b  c', origin: ' in ' }
  expect(bodyOf(values)).toMatchObject({ days: 7, rate: 5, closed: ['a', 'b', 'c'], origin: 'IN' })
})

it('an order has all choices: those that are not stored come last, and the order of the table is absent', () => {
  const values = toFormValues(TABLE, { ways: ['b', 'gone'] })
  expect(values.ways).toEqual(['b', 'a', 'c'])
  expect(bodyOf(values)).toMatchObject({ ways: ['b', 'a', 'c'] })
  expect(bodyOf({ ...values, ways: ['a', 'b', 'c'] })['ways']).toBeUndefined()
})

it('a choice that the table does not have is sent as it is, so that the schema refuses it', () => {
  expect(bodyOf({ ...EMPTY, rate: '7' })).toMatchObject({ rate: '7' })
})

it('a changed part confirms its group, and a group that is not confirmed is emptied', () => {
  const changed = withInput(TABLE, EMPTY, 'allergens.contains', ['milk'])
  expect(bodyOf(changed)).toMatchObject({ allergens: { contains: ['milk'] } })
  expect(isFilledIn('allergens', TABLE.allergens, changed)).toBe(true)
  expect(withInput(TABLE, changed, 'allergens.confirmed', false)).toEqual(EMPTY)
})

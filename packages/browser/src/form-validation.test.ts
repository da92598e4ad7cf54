import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { validateForm } from './form-validation.ts'

const NAMES = ['size.value', 'size.unit', 'days', 'closed']

it.each([
  [['days'], 'days'],
  [['closed', 1], 'closed'],
  [['size', 'unit'], 'size.unit'],
  [['size'], 'size.value'],
  [['images', 0], 'form'],
])('an error at %j belongs to %s', (path, name) => {
  const schema = z.object({}).check(z.refine(() => false, { error: 'Wrong', path }))
  expect(validateForm(schema, {}, NAMES)).toEqual({ ok: false, errors: { [name]: 'Wrong' } })
})

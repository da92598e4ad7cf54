import { FIRST_MENUS } from '@nashta/contracts/storefront/menu-rules'
import { expect, it } from 'vitest'
import { draftOf, inputOf } from './menu-drafts.ts'

it('an unchanged draft is what is stored', () => {
  expect(inputOf(draftOf(FIRST_MENUS))).toEqual(FIRST_MENUS)
  const header = [{ label: 'Diwali', to: '/collections/diwali', hidesWhenEmpty: true }]
  expect(inputOf(draftOf({ ...FIRST_MENUS, header }))).toEqual({ ...FIRST_MENUS, header })
})

import { expect, it } from 'vitest'
import { FIRST_MENUS } from './menu-rules.ts'
import { saveMenus } from './menus.ts'

it('the menus of the specification are ones that an operator could save', () => {
  expect(saveMenus.body.parse(FIRST_MENUS)).toEqual(FIRST_MENUS)
})

it.each([
  ['a footer without the page for complaints', { footer: FIRST_MENUS.footer.slice(0, 1) }],
  ['an entry to another site', { header: [{ label: 'A', to: '//evil.example' }] }],
  ['an entry that is a script', { header: [{ label: 'A', to: 'javascript:hit()' }] }],
  ['an entry without a text', { phone: [{ label: ' ', to: '/about' }] }],
  [
    'seven entries in the header',
    { header: Array.from({ length: 7 }, () => ({ label: 'A', to: '/about' })) },
  ],
])('%s is refused', (_case, fields) => {
  expect(saveMenus.body.safeParse({ ...FIRST_MENUS, ...fields }).success).toBe(false)
})

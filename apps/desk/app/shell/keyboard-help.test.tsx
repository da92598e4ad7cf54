// @vitest-environment happy-dom
import { createRef } from 'react'
import { expect, it } from 'vitest'
import { renderDesk } from '../render-desk.fixture.tsx'
import { KeyboardHelp } from './keyboard-help.tsx'

it.each([
  ['packer', ['g t', 'g o', 'g b', 'g n', 'g d']],
  [
    'admin',
    'g t,g o,g b,g p,g w,g r,g y,g c,g k,g g,g a,g h,g f,g u,g q,g i,g x,g v,g l,g e,g s,g m,g n,g d'.split(
      ',',
    ),
  ],
])('the keys of a %s open only the screens of that role', async (role, expected) => {
  const { host } = await renderDesk(<KeyboardHelp dialog={createRef()} />, { role })
  const keys = Array.from(host.querySelectorAll('dt'), ({ textContent }) => textContent)
  expect(keys.filter((key) => key?.startsWith('g '))).toEqual(expected)
})

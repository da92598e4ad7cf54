// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../render-desk.fixture.tsx'
import { PageHeading } from '../ui/controls.tsx'
import Desk from './desk.tsx'

it.each([
  ['/log', 'packer', true],
  ['/products/donut', 'packer', true],
  ['/orders', 'packer', false],
  ['/log', 'admin', false],
])('%s says at once whether it is for a %s', async (path, role, isForbidden) => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 500 }))
  const { text } = await renderDesk(<Desk />, { path, role })
  expect(text().includes('Your role does not include')).toBe(isForbidden)
})

it('each screen has its own title', async () => {
  await renderDesk(<PageHeading title="Pack" />)
  expect(document.title).toBe('Pack · Desk')
})

// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../render-desk.fixture.tsx'
import Staff from './staff.tsx'

function operatorsReply(roles: readonly string[]) {
  return Response.json({ data: { operators: [{ email: 'asha@example.in', roles }], invitations: [] } })
}

async function grantPacker(rolesBefore: readonly string[]) {
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET' }: RequestInit = {}) =>
    operatorsReply(method === 'GET' ? rolesBefore : ['packer']),
  )
  const desk = await renderDesk(<Staff />)
  desk.type(desk.field('Email of an account of this shop'), 'Asha@example.in')
  await desk.press('Give the role')
  return desk.text()
}

it('a store whose roles are kept elsewhere says so, and shows no form', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'ROLES_ELSEWHERE', message: 'The user pool is elsewhere' }, { status: 409 }),
  )
  const desk = await renderDesk(<Staff />)
  await desk.advance(10_000)
  expect(desk.text()).toContain('The roles of this shop are kept elsewhere')
  expect(desk.host.querySelectorAll('form')).toHaveLength(0)
})

it('a new role can be undone', async () => {
  expect(await grantPacker([])).toContain('Undo')
})

it('a role that the operator already had cannot be undone', async () => {
  const text = await grantPacker(['packer'])
  expect(text).toContain('Asha@example.in is packer')
  expect(text).not.toContain('Undo')
})

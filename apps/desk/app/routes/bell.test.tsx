// @vitest-environment happy-dom
import type { Bell } from '@nashta/contracts/bell/bell'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../render-desk.fixture.tsx'
import BellScreen from './bell.tsx'

const BELL: Bell = {
  choices: {
    ways: { order: 'mail', paid: 'mail', complaint: 'mail', problem: 'mail', stock: 'daily' },
    quietFrom: 22,
    quietUntil: 7,
  },
  audible: ['order', 'stock'],
  email: 'ravi@example.in',
  count: 3,
  newest: '',
}

it('an operator chooses among the events of the role, and the quiet hours', async () => {
  let saved: unknown
  vi.stubGlobal(
    'fetch',
    async (_url: string, { method = 'GET', body = '' }: { method?: string; body?: string }) => {
      if (method === 'PUT') saved = JSON.parse(body)
      return Response.json({ data: { ...BELL, ...(saved !== undefined && { choices: saved }) } })
    },
  )
  const { host, text, press } = await renderDesk(<BellScreen />)
  const select = (name: string) => host.querySelector<HTMLSelectElement>(`select[name="${name}"]`)
  const choose = (name: string, value: string) => {
    const element = select(name)
    if (!element) throw new Error(`There is no choice ${name}`)
    element.value = value
    act(() => void element.dispatchEvent(new Event('change', { bubbles: true })))
  }
  expect(text()).toContain('Mails go to ravi@example.in')
  expect(text()).not.toContain('A complaint')
  choose('ways.order', 'daily')
  choose('quietFrom', '21')
  await press('Save')
  expect(saved).toEqual({ ...BELL.choices, ways: { ...BELL.choices.ways, order: 'daily' }, quietFrom: 21 })
  expect(text()).toContain('Saved')
})

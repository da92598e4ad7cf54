// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../render-desk.fixture.tsx'
import NewOrder from './new-order.tsx'

it('an empty order says at each field what is missing, in words for an operator', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ data: { methods: [] } }))
  const { press, field, host, text } = await renderDesk(<NewOrder />)
  await press('Take order')
  const noteOf = (label: string) => {
    const note = field(label).getAttribute('aria-describedby')
    return note && host.querySelector(`[id="${note}"]`)?.textContent
  }
  expect(noteOf('Add a snack')).toBe('Please add a snack')
  expect(['Phone', 'Name', 'Pincode'].map(noteOf)).toEqual(['Required', 'Required', 'Required'])
  expect(text()).not.toMatch(/cart|shipping fields/)
})

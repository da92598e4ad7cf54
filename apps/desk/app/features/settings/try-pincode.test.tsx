// @vitest-environment happy-dom
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../../render-desk.fixture.tsx'
import { TryPincode } from './try-pincode.tsx'

it('a late response to an earlier pincode does not replace the terms of a later one, which stays in its field', async () => {
  const respond = new Map<string, (response: Response) => void>()
  vi.stubGlobal('fetch', (url: string) => {
    return new Promise<Response>((resolve) => respond.set(url.slice(-6), resolve))
  })
  const { rest } = aShop().delivery
  const { host, text, field, type, advance } = await renderDesk(<TryPincode zones={{ zones: [], rest }} />)
  const tryPincode = async (pincode: string) => {
    type(field('Try a pincode'), pincode)
    act(() => host.querySelector('form')?.requestSubmit())
    await advance(1)
  }
  const respondTo = async (pincode: string, district: string) => {
    const places = [{ district, state: { code: '29', name: 'Karnataka' } }]
    const delivery = { serviceable: true, fee: 0, days: 2, by: '2026-01-03T18:30:00.000Z', cod: false }
    respond.get(pincode)?.(Response.json({ data: { pincode, places, delivery } }))
    await advance(1)
  }
  await tryPincode('560001')
  await tryPincode('570001')
  await respondTo('570001', 'Mysuru')
  expect(text()).toContain('570001 Mysuru')
  expect(field('Try a pincode').value).toBe('570001')
  await respondTo('560001', 'Bengaluru')
  expect(text()).toContain('570001 Mysuru')
  expect(text()).not.toContain('Bengaluru')
})

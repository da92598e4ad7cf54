// @vitest-environment happy-dom
import type { DeskOffer } from '@nashta/contracts/offers/offers'
import { Route, Routes } from 'react-router'
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../render-desk.fixture.tsx'
import Offer from './offer.tsx'
import Offers from './offers.tsx'

const DIWALI: DeskOffer = {
  id: 'diwali',
  name: 'Diwali',
  code: 'DIWALI',
  terms: { kind: 'percentOff', percent: 10 },
  usesMax: 100,
  combines: false,
  state: 'running',
  uses: 12,
  revenue: 6000,
  cost: 600.5,
  version: 'v1',
}

/** A store with these offers, which writes down what is sent to it. */
function store(offers: DeskOffer[], refusal?: Response) {
  const sent: { method: string; path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = new URL(url, 'https://x.example').pathname
    if (method !== 'GET')
      sent.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : null })
    if (method !== 'GET' && refusal) return refusal
    if (path.includes('/shelves')) return Response.json({ data: { shelves: [], version: '1', outside: 0 } })
    return Response.json({ data: { offers } })
  })
  return sent
}

const pages = (
  <Routes>
    <Route path="/offers" element={<Offers />} />
    <Route path="/offers/:id" element={<Offer />} />
  </Routes>
)

it('the list shows what an offer gives, its uses, its revenue and what it gave away', async () => {
  store([DIWALI])
  const desk = await renderDesk(pages, { path: '/offers' })
  expect(desk.text()).toContain('DiwaliRunning10% off, with the code DIWALIWithout an end')
  expect(desk.text()).toContain('Uses12 of 100Revenue₹6,000Given away₹600.50')
})

it('a pause can be undone, and an end is asked about', async () => {
  const sent = store([DIWALI])
  const desk = await renderDesk(pages, { path: '/offers' })
  await desk.press('Pause')
  expect(desk.text()).toContain('Diwali is paused')
  await desk.press('Undo')
  expect(sent.map(({ body }) => body)).toEqual([{ state: 'paused' }, { state: 'running' }])
  await desk.press('End')
  expect(sent).toHaveLength(2)
  await desk.press('End it')
  expect(sent.at(-1)?.body).toEqual({ state: 'ended' })
})

it('a new offer is checked before it is sent, and is then in the list', async () => {
  const sent = store([])
  const desk = await renderDesk(pages, { path: '/offers/new' })
  await desk.press('Save')
  expect(desk.text()).toContain('An offer has a name of one line')
  desk.type(desk.field('Name'), 'Diwali')
  desk.type(desk.field('Code'), 'diwali 10')
  desk.type(desk.field('Percent'), '10')
  await desk.press('Save')
  expect(sent.map(({ method, body }) => [method, body])).toEqual([
    [
      'PUT',
      { name: 'Diwali', code: 'DIWALI10', terms: { kind: 'percentOff', percent: 10 }, combines: false },
    ],
  ])
  expect(desk.text()).toContain('Diwali is saved')
})

it('a code that another offer has is refused at its field', async () => {
  const message = 'The code DIWALI belongs to the offer Diwali'
  store([DIWALI], Response.json({ code: 'CODE_TAKEN', message }, { status: 409 }))
  const desk = await renderDesk(pages, { path: '/offers/new' })
  desk.type(desk.field('Name'), 'Other')
  desk.type(desk.field('Code'), 'diwali')
  desk.type(desk.field('Percent'), '5')
  await desk.press('Save')
  expect(desk.field('Code').getAttribute('aria-invalid')).toBe('true')
  expect(desk.text()).toContain(message)
})

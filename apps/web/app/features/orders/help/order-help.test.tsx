// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { getQueryClient, QueryCacheProvider } from '../../../data/products/query-client.tsx'
import { waitUntil } from '../../../wait-until.fixture.ts'
import { OrderHelp } from './order-help.tsx'

const TICKET = {
  number: 'T-1',
  token: 'token-of-ticket',
  acknowledgeBy: '2026-01-02T10:00:00Z',
  resolveBy: '2026-02-01T10:00:00Z',
}

it('a new form for help does not show that pictures of the last request are missing', async () => {
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (path.endsWith('/pictures')) return Response.json({ message: 'Too large' }, { status: 413 })
    return Response.json({ data: method === 'POST' ? TICKET : { tickets: [] } })
  })
  const host = await renderHelp()
  await press(host, 'Get help with this order')
  await fillInForm(host)
  await press(host, 'Send')
  await waitUntil(() => host.textContent.includes('not all of its pictures'))

  await press(host, 'Get help with this order')
  expect(host.textContent).toContain('Tell us more')
  expect(host.textContent).not.toContain('not all of its pictures')
})

it('what was sent is in sight with its state, and has the focus', async () => {
  const ticket = {
    ...TICKET,
    kind: 'damaged',
    orderNumber: '#7K3M9QXZ',
    status: 'open',
    text: 'The box is crushed.',
    pictures: [],
    createdAt: '2026-01-01T10:00:00Z',
    steps: [],
  }
  let isSent = false
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (path.endsWith('/pictures')) return Response.json({ message: 'Too large' }, { status: 413 })
    if (method === 'POST') isSent = true
    return Response.json({ data: method === 'POST' ? TICKET : { tickets: isSent ? [ticket] : [] } })
  })
  const host = await renderHelp()
  await press(host, 'Get help with this order')
  await fillInForm(host)
  await press(host, 'Send')
  await waitUntil(() => host.textContent.includes('We have it'))
  expect(document.activeElement?.textContent).toBe('Something is damagedWe have it')
})

async function renderHelp() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    act(() => root.unmount())
    getQueryClient().clear()
    host.remove()
    vi.unstubAllGlobals()
  })
  await act(async () =>
    root.render(
      <QueryCacheProvider>
        <OrderHelp access={{ token: 'token-of-link' }} />
      </QueryCacheProvider>,
    ),
  )
  return host
}

async function press(host: Element, text: string) {
  const button = [...host.querySelectorAll('button')].find(({ textContent }) => textContent === text)
  await act(async () => button?.click())
}

async function fillInForm(host: Element) {
  await waitUntil(() => host.querySelector('form'))
  const kind = host.querySelector('select')
  const text = host.querySelector('textarea')
  const chooser = host.querySelector('input[type=file]')
  if (!kind || !text || !chooser) throw new Error('the form lacks a field')
  kind.value = 'damaged'
  text.value = 'The box is crushed.'
  const picture = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'box.jpg', { type: 'image/jpeg' })
  await act(async () => {
    Object.defineProperty(chooser, 'files', { value: [picture] })
    chooser.dispatchEvent(new Event('change', { bubbles: true }))
  })
  // The form reads the file before it shows it.
  await waitUntil(() => host.querySelector('button[aria-label^="Remove picture"]'))
}

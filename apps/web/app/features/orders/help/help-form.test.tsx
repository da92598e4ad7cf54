// @vitest-environment happy-dom
import { setTimeout as wait } from 'node:timers/promises'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { getQueryClient, QueryCacheProvider } from '../../../data/products/query-client.tsx'
import HelpForm from './help-form.tsx'

function renderForm() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    act(() => root.unmount())
    getQueryClient().clear()
    host.remove()
    vi.unstubAllGlobals()
  })
  const access = { userId: 'asha', orderId: 'order-1' }
  act(() =>
    root.render(
      <QueryCacheProvider>
        <HelpForm access={access} kinds={[]} onSent={() => {}} />
      </QueryCacheProvider>,
    ),
  )
  return host
}

/** The first bytes of a JPEG picture. */
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0])

async function choosePicture(host: Element, content: BlobPart = JPEG) {
  const file = new File([content], 'box.jpg', { type: 'image/jpeg', lastModified: 1 })
  const chooser = host.querySelector('input[type=file]')
  await act(async () => {
    Object.defineProperty(chooser, 'files', { value: [file], configurable: true })
    chooser?.dispatchEvent(new Event('change', { bubbles: true }))
    // The form reads the file before it shows it.
    await wait(20)
  })
}

// React prints an error when two items have the same key, and a printed error fails a test.
it('a file that is chosen twice is shown twice, and one of the two can be removed', async () => {
  const host = renderForm()
  await choosePicture(host)
  await choosePicture(host)
  const pictureCount = () => host.querySelectorAll('li').length
  expect(pictureCount()).toBe(2)
  act(() => host.querySelector<HTMLElement>('[aria-label="Remove picture 1: box.jpg"]')?.click())
  expect(pictureCount()).toBe(1)
})

it('a file that is no picture is refused when it is chosen, whatever its name says', async () => {
  const host = renderForm()
  await choosePicture(host, 'not a picture')
  expect(host.querySelectorAll('li')).toHaveLength(0)
  expect(host.textContent).toContain('box.jpg is not a JPEG, PNG or WebP picture.')
})

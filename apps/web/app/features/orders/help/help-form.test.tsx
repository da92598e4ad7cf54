// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { QueryCacheProvider } from '../../../data/query-client.tsx'
import HelpForm from './help-form.tsx'

function renderForm() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    act(() => root.unmount())
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

function choosePicture(host: Element) {
  const file = new File(['x'], 'box.jpg', { type: 'image/jpeg', lastModified: 1 })
  const chooser = host.querySelector('input[type=file]')
  act(() => {
    Object.defineProperty(chooser, 'files', { value: [file], configurable: true })
    chooser?.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

// React prints an error when two items have the same key, and a printed error fails a test.
it('a file that is chosen twice is shown twice, and one of the two can be removed', () => {
  const host = renderForm()
  choosePicture(host)
  choosePicture(host)
  const pictureCount = () => host.querySelectorAll('li').length
  expect(pictureCount()).toBe(2)
  act(() => host.querySelector<HTMLElement>('[aria-label="Remove picture 1: box.jpg"]')?.click())
  expect(pictureCount()).toBe(1)
})

// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { CopyButton } from './copy-button.tsx'

/** Renders the button, presses it and returns its message. */
async function pressCopy() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const host = document.createElement('div')
  const root = createRoot(host)
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  act(() => root.render(<CopyButton text="abc">Copy</CopyButton>))
  await act(async () => host.querySelector('button')?.click())
  return host.querySelector('output')
}

it('a text that was copied is reported in green', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const message = await pressCopy()
  expect(message?.textContent).toBe('Copied')
  expect(message?.className).toContain('text-pistachio')
})

it('a copy that failed is reported in the colour of errors', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'))
  const message = await pressCopy()
  expect(message?.textContent).toContain('Copying failed')
  expect(message?.className).toContain('text-danger-deep')
  expect(message?.className).not.toContain('text-pistachio')
})

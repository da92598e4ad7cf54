import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'

/** Renders the content until the test ends. */
export async function render(content: ReactNode) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const unmount = () => act(() => root.unmount())
  onTestFinished(() => {
    unmount()
    host.remove()
    sessionStorage.clear()
    vi.unstubAllGlobals()
  })
  await act(async () => root.render(content))
  function field(name: string) {
    const found = host.querySelector<HTMLInputElement>(`[name="${name}"]`)
    if (!found) throw new Error(`There is no field ${name}`)
    return found
  }
  return {
    host,
    unmount,
    field,
    type: async (name: string, text: string) => {
      const input = field(name)
      // React ignores values that are set through its own setter of `input.value`.
      Object.getOwnPropertyDescriptor(input.constructor.prototype, 'value')?.set?.call(input, text)
      await act(async () => void input.dispatchEvent(new Event('input', { bubbles: true })))
    },
    press: (name: string) =>
      act(async () => {
        const button = Array.from(host.querySelectorAll('button')).find((each) => each.textContent === name)
        if (!button) throw new Error(`There is no button ${name}`)
        button.click()
      }),
    /** The text of an error, or of the failure. */
    note: (id: string) => host.querySelector(`[data-note="${id}"]`)?.textContent ?? null,
  }
}

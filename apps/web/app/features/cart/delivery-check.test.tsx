// @vitest-environment happy-dom
import { asPaise } from '@nashta/contracts/money'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { NO_SUCH_PINCODE } from '../../texts/delivery-promise.ts'
import { waitUntil } from '../../wait-until.fixture.ts'
import DeliveryCheck from './delivery-check.tsx'

it('after a check of a pincode that does not exist, the field has the focus and the message', async () => {
  const page = showDeliveryCheck()
  expect(document.activeElement).toBe(document.body)
  await page.check('999999')
  expect(page.problem()).toBe(NO_SUCH_PINCODE)
  expect(document.activeElement).toBe(page.field())
})

it('the message about a pincode does not return when the field is emptied again', async () => {
  const page = showDeliveryCheck()
  await page.check('999999')
  page.type('5')
  expect(page.problem()).toBe('')
  page.type('')
  expect(page.problem()).toBe('')
})

/** Shows the delivery check of a store that knows no pincode. */
function showDeliveryCheck() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: { code: 'NOT_FOUND', message: 'There is no such pincode' } }, { status: 404 }),
  )
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    act(() => root.unmount())
    host.remove()
    vi.unstubAllGlobals()
  })
  act(() => root.render(<DeliveryCheck subtotal={asPaise(10_000)} />))

  const field = () => host.querySelector('input')
  const problem = () => host.querySelector('[role="alert"]')?.textContent

  function type(text: string) {
    const input = field()
    // React ignores an event after `input.value = text`.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    act(() => void input?.dispatchEvent(new Event('input', { bubbles: true })))
  }

  return {
    field,
    problem,
    type,
    /** Checks a pincode, and waits until the field is shown again. */
    async check(pincode: string) {
      type(pincode)
      const before = field()
      await act(async () => host.querySelector('button')?.click())
      await waitUntil(() => field() && field() !== before)
    },
  }
}

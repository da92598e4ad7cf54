// @vitest-environment happy-dom
import { STORE_UNREACHABLE } from '@nashta/contracts/api/error-texts'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type LateResult, useLateForm } from './use-late-form.ts'

let host: HTMLElement
let endTest: () => void
const sent: { values: Record<string, string>; reply: PromiseWithResolvers<LateResult> }[] = []

function Form() {
  const { formProps, isBusy, thanks, errors, clearError } = useLateForm((values) => {
    const reply = Promise.withResolvers<LateResult>()
    sent.push({ values, reply })
    return reply.promise
  })
  return (
    <form {...formProps}>
      <input type="hidden" name="productId" defaultValue="barfi" />
      <input name="name" />
      <input name="email" onInput={() => clearError('email')} />
      <button type="submit">{isBusy ? 'Sending' : 'Send'}</button>
      <output>{thanks ?? errors['form'] ?? errors['email']}</output>
    </form>
  )
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  sent.length = 0
  host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  endTest = () => act(() => root.unmount())
  await act(async () => root.render(<Form />))
})

afterEach(() => {
  endTest()
  host.remove()
  vi.unstubAllGlobals()
})

const submit = () => act(async () => host.querySelector('form')?.requestSubmit())
const reply = (result: LateResult) => act(async () => sent.at(-1)?.reply.resolve(result))
const email = () => host.querySelector<HTMLInputElement>('[name=email]')
const output = () => host.querySelector('output')?.textContent

it('the values of all fields are sent once, however often the button is pressed', async () => {
  const field = email()
  if (field) field.value = 'asha@example.in'
  await submit()
  await submit()
  expect(sent.map(({ values }) => values)).toEqual([
    { productId: 'barfi', name: '', email: 'asha@example.in' },
  ])
  expect(host.querySelector('button')?.textContent).toBe('Sending')
})

it('after a success the form is empty and says thanks', async () => {
  const field = email()
  if (field) field.value = 'asha@example.in'
  await submit()
  await reply({ thanks: 'Look into your mailbox' })
  expect(output()).toBe('Look into your mailbox')
  expect(email()?.value).toBe('')
})

it('the first wrong field gets the focus, and its error goes when the shopper types', async () => {
  await submit()
  await reply({ errors: { productId: 'Unknown', email: 'No address' } })
  expect(document.activeElement).toBe(email())
  expect(output()).toBe('No address')
  await act(async () => email()?.dispatchEvent(new Event('input', { bubbles: true })))
  expect(output()).toBe('')
})

it('a form whose code or call fails says that the store is unreachable, and can be sent again', async () => {
  await submit()
  await act(async () => sent.at(-1)?.reply.reject(new Error('The code is lost')))
  expect(output()).toBe(STORE_UNREACHABLE)
  await submit()
  expect(sent.length).toBe(2)
})

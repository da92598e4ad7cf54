// @vitest-environment happy-dom
import { setImmediate } from 'node:timers/promises'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createRoutesStub } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { SessionProvider } from '../session/session-provider.tsx'
import { ConfirmEmail } from './confirm-email.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { ashaSigningUp } from './sign-up.fixture.ts'

const credentials = { email: 'asha@example.com', password: 'long enough', rememberMe: false }
const noop = () => {}
const asyncNoop = async () => {}

it.each<[string, () => ReactNode, Record<string, string | boolean>, string]>([
  [
    'sign-in',
    () => <SignInForm onUnconfirmed={noop} onChallenge={noop} />,
    credentials,
    'Failed to sign in. Please check your credentials.',
  ],
  [
    'sign-up',
    () => <SignUpForm onUnconfirmed={noop} onConfirmed={asyncNoop} />,
    ashaSigningUp,
    'Failed to create account. Please try again.',
  ],
  [
    'confirmation',
    () => <ConfirmEmail credentials={credentials} onConfirmed={asyncNoop} onCancel={noop} />,
    { code: '123456' },
    'Failed to confirm email',
  ],
])(
  'the %s form shows a text of its own when the response has no message',
  async (_form, form, values, text) => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('<html>', { status: 502 }))
    vi.stubGlobal('fetch', fetch)
    const page = await show(form())
    fill(page, values)
    await act(async () => {
      page.querySelector('form')?.requestSubmit()
      await vi.waitUntil(() => fetch.mock.results.length > 0)
      // Waits until the form has handled the response.
      await setImmediate()
    })

    expect(page.querySelector('[role=alert]')?.textContent).toBe(text)
  },
)

it.each([
  ['sign-in', () => <SignInForm onUnconfirmed={noop} onChallenge={noop} />],
  ['sign-up', () => <SignUpForm onUnconfirmed={noop} onConfirmed={asyncNoop} />],
])('the %s form says that Google is not implemented', async (_form, form) => {
  const page = await show(form())
  const google = [...page.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Continue with Google',
  )
  await act(async () => google?.click())

  expect(page.querySelector('[role=alert]')?.textContent).toBe(
    'Google sign-in not implemented yet. Please use email/password authentication.',
  )
})

it('the field for a code does not cut a code that was pasted with a space', async () => {
  const page = await show(<ConfirmEmail credentials={credentials} onConfirmed={asyncNoop} onCancel={noop} />)
  const room = page.querySelector<HTMLInputElement>('[name="code"]')?.maxLength ?? 0
  expect(room === -1 || room > '158 792'.length).toBe(true)
})

it('a form that is being sent ignores further submits, valid or not', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => {}))
  vi.stubGlobal('fetch', fetch)
  const page = await show(<SignInForm onUnconfirmed={noop} onChallenge={noop} />)
  const submit = async (values: Record<string, string | boolean>) => {
    fill(page, values)
    await act(async () => page.querySelector('form')?.requestSubmit())
  }
  await submit(credentials)
  await vi.waitUntil(() => fetch.mock.calls.length > 0)
  await submit({ ...credentials, password: '' })
  expect(page.querySelector('[aria-invalid=true]')).toBeNull()
  await submit(credentials)
  await setImmediate()
  expect(fetch).toHaveBeenCalledOnce()
})

async function show(form: ReactNode) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    act(() => root.unmount())
    host.remove()
    vi.unstubAllGlobals()
  })
  const Page = createRoutesStub([{ path: '/', Component: () => <SessionProvider>{form}</SessionProvider> }])
  await act(async () => root.render(<Page />))
  return host
}

function fill(page: HTMLElement, values: Record<string, string | boolean>) {
  for (const [name, value] of Object.entries(values)) {
    const field = page.querySelector(`[name="${name}"]`)
    if (field instanceof HTMLInputElement && typeof value === 'boolean') field.checked = value
    else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
      field.value = String(value)
  }
}

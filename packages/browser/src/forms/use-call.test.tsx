// @vitest-environment happy-dom
import { ShopError } from '@nashta/contracts/api/shop-error'
import { act } from 'react'
import { expect, it } from 'vitest'
import { render } from './render.fixture.tsx'
import { useCall } from './use-call.ts'

const FAILED = 'This could not be saved.'

type Sent = { text: string; key: string; reply: PromiseWithResolvers<void> }

/** A button that sends `text`; each call waits for its reply in `sent`. */
async function renderButton() {
  const sent: Sent[] = []
  const state = { text: 'chips' }
  function Save() {
    const { run, isBusy, failure } = useCall(async (text: string, key) => {
      const reply = Promise.withResolvers<void>()
      sent.push({ text, key, reply })
      await reply.promise
    }, FAILED)
    return (
      <>
        <button type="button" onClick={() => void run(state.text)}>
          Save
        </button>
        <p data-note="busy">{String(isBusy)}</p>
        {failure === null ? null : <p data-note="failure">{failure}</p>}
      </>
    )
  }
  const page = await render(<Save />)
  const reply = (index: number, error?: Error) =>
    act(async () => (error ? sent[index]?.reply.reject(error) : sent[index]?.reply.resolve()))
  return { ...page, sent, state, reply }
}

it('a second press while the call is under way sends nothing', async () => {
  const { press, note, sent, reply } = await renderButton()
  await press('Save')
  await press('Save')
  expect(sent.length).toBe(1)
  expect(note('busy')).toBe('true')
  await reply(0)
  expect(note('busy')).toBe('false')
  await press('Save')
  expect(sent.length).toBe(2)
})

it('a repeated call has the same idempotency key until it succeeds or has another input', async () => {
  const { press, sent, state, reply } = await renderButton()
  await press('Save')
  await reply(0, new ShopError('lost', {}))
  await press('Save')
  await reply(1)
  await press('Save')
  await reply(2, new ShopError('lost', {}))
  state.text = 'barfi'
  await press('Save')
  const [first, repeated, afterSuccess, other] = sent.map(({ key }) => key)
  expect(repeated).toBe(first)
  expect(new Set([first, afterSuccess, other]).size).toBe(3)
})

it.each([
  [
    'the text of the store',
    new ShopError('Sold out', { hasStoreMessage: true }),
    'API request failed: Sold out',
  ],
  ['the text of the page without one', new ShopError('HTTP error! status: 502', {}), FAILED],
  ['the text of the page for an error of the program', new TypeError('x is undefined'), FAILED],
])('a failure is shown with %s, and goes with the next run', async (_name, error, text) => {
  const { press, note, reply } = await renderButton()
  await press('Save')
  await reply(0, error)
  expect(note('failure')).toBe(text)
  await press('Save')
  expect(note('failure')).toBeNull()
})

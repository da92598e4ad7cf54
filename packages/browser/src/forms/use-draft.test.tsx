// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { render } from './render.fixture.tsx'
import { discardUnsavedWork, hasUnsavedWork } from './unsaved-work.ts'
import { useDraft } from './use-draft.ts'

const STORED = { name: 'Chips', price: '40' }

function Form({ stored }: { stored: typeof STORED }) {
  const draft = useDraft({ name: 'chips', stored })
  const { value } = draft
  return (
    <>
      <input
        name="price"
        value={value.price}
        onChange={({ target: { value: price } }) => draft.setValue((values) => ({ ...values, price }))}
      />
      <p data-note="values">{`${value.name} ${value.price}`}</p>
      <p data-note="changed">{draft.isChanged ? 'not saved' : ''}</p>
      <button type="button" onClick={() => draft.markSaved(value)}>
        Saved
      </button>
    </>
  )
}

function isUnloadQuestioned() {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

it('typed values survive a reload of the page', async () => {
  const first = await render(<Form stored={STORED} />)
  await first.type('price', '45')
  first.unmount()
  const second = await render(<Form stored={STORED} />)
  expect(second.note('values')).toBe('Chips 45')
  expect(second.note('changed')).toBe('not saved')
})

it('after a reload, fields that were not typed in have what somebody else has stored', async () => {
  const first = await render(<Form stored={STORED} />)
  await first.type('price', '45')
  first.unmount()
  const { note } = await render(<Form stored={{ name: 'Crisps', price: '42' }} />)
  expect(note('values')).toBe('Crisps 45')
})

it('leaving the page is questioned only while something is not saved', async () => {
  const { unmount, press, type } = await render(<Form stored={STORED} />)
  expect([hasUnsavedWork(), isUnloadQuestioned()]).toEqual([false, false])
  await type('price', '45')
  expect([hasUnsavedWork(), isUnloadQuestioned()]).toEqual([true, true])
  await type('price', '40')
  expect(hasUnsavedWork()).toBe(false)
  await type('price', '45')
  await press('Saved')
  expect([hasUnsavedWork(), isUnloadQuestioned()]).toEqual([false, false])
  await type('price', '50')
  unmount()
  expect([hasUnsavedWork(), isUnloadQuestioned()]).toEqual([false, false])
})

it('discarded work is gone from the page and from its draft', async () => {
  const first = await render(<Form stored={STORED} />)
  await first.type('price', '45')
  await act(async () => discardUnsavedWork())
  expect(first.note('values')).toBe('Chips 40')
  first.unmount()
  const second = await render(<Form stored={STORED} />)
  expect(second.note('values')).toBe('Chips 40')
})

it('a text in storage that is no draft is ignored', async () => {
  sessionStorage.setItem('nashta.draft chips', '{"base":null,"value":7}')
  const { note } = await render(<Form stored={STORED} />)
  expect(note('values')).toBe('Chips 40')
})

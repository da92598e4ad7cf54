// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../render-desk.fixture.tsx'
import { Dialog } from './dialog.tsx'

function tap(target: Element, clientX: number, clientY: number) {
  point('pointerdown', target, clientX, clientY)
  point('click', target, clientX, clientY)
}

function point(kind: 'pointerdown' | 'click', target: Element, clientX: number, clientY: number) {
  act(() => void target.dispatchEvent(new MouseEvent(kind, { clientX, clientY, bubbles: true })))
}

async function openDialog() {
  const onClosed = vi.fn<() => void>()
  const desk = await renderDesk(
    <Dialog title="Ship 2 orders" onClosed={onClosed}>
      {() => <input aria-label="Courier" />}
    </Dialog>,
  )
  const dialog = desk.host.querySelector('dialog')
  if (!dialog) throw new Error('There is no dialog')
  vi.spyOn(dialog, 'getBoundingClientRect').mockReturnValue(new DOMRect(20, 100, 350, 400))
  return { ...desk, dialog, onClosed }
}

it('a tap outside closes a dialog, and a tap inside does not', async () => {
  const { dialog, onClosed, field } = await openDialog()
  tap(dialog, 30, 110)
  tap(field('Courier'), 0, 0)
  expect(onClosed).not.toHaveBeenCalled()
  tap(dialog, 30, 90)
  expect(onClosed).toHaveBeenCalledOnce()
})

it('a text that is selected beyond the edge does not close its dialog', async () => {
  const { dialog, onClosed, field } = await openDialog()
  point('pointerdown', field('Courier'), 30, 110)
  // The browser sends the click to the element that has both ends of the movement.
  point('click', dialog, 30, 90)
  expect(onClosed).not.toHaveBeenCalled()
})

it('a dialog closes by its button', async () => {
  const { onClosed, press } = await openDialog()
  await press('×')
  expect(onClosed).toHaveBeenCalledOnce()
})

// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type Shortcuts, useShortcuts } from './shortcuts.ts'

function WithShortcuts({ shortcuts }: { shortcuts: Shortcuts }) {
  useShortcuts(shortcuts)
  return null
}

/** Renders one component for each set of shortcuts. Each shortcut records its keys in the returned list. */
function mount(...keysOfComponents: string[][]) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const pressed: string[] = []
  const root = createRoot(document.createElement('div'))
  const recording = (keys: string[]) => Object.fromEntries(keys.map((key) => [key, () => pressed.push(key)]))
  act(() =>
    root.render(
      keysOfComponents.map((keys) => <WithShortcuts key={keys.join()} shortcuts={recording(keys)} />),
    ),
  )
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })
  return pressed
}

function press(...keys: string[]) {
  for (const key of keys) window.dispatchEvent(new KeyboardEvent('keydown', { key }))
}

it('a sequence of two keys runs without the shortcut of its second key in another component', () => {
  const pressed = mount(['p'], ['g p'])
  press('g', 'p')
  expect(pressed).toEqual(['g p'])
  press('p')
  expect(pressed).toEqual(['g p', 'p'])
})

// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type Shortcuts, useShortcuts } from './shortcuts.ts'

function WithShortcuts({ shortcuts }: { shortcuts: Shortcuts }) {
  useShortcuts(shortcuts)
  return null
}

/**
 * Renders one component for each list of shortcuts. A shortcut that runs adds its keys to the
 * returned list.
 */
function mount(...keysOfComponents: string[][]) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const ran: string[] = []
  const root = createRoot(document.createElement('div'))
  const recording = (keys: string[]) => Object.fromEntries(keys.map((key) => [key, () => ran.push(key)]))
  act(() =>
    root.render(
      keysOfComponents.map((keys) => <WithShortcuts key={keys.join()} shortcuts={recording(keys)} />),
    ),
  )
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })
  return ran
}

function press(...keys: string[]) {
  for (const key of keys) window.dispatchEvent(new KeyboardEvent('keydown', { key }))
}

it('the keys g and p run the shortcut "g p", and not "p" of another component', () => {
  const ran = mount(['p'], ['g p'])
  press('g', 'p')
  expect(ran).toEqual(['g p'])
  press('p')
  expect(ran).toEqual(['g p', 'p'])
})

// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitUntil } from '../../wait-until.fixture.ts'
import { lateModule } from './late-module.ts'

const MODULE = { text: 'loaded' }

let host: HTMLElement
let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  host = document.createElement('div')
  root = createRoot(host)
})

afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

it('a late module is loaded when it is needed, and once for all parts', async () => {
  const importModule = vi.fn<() => Promise<typeof MODULE>>(async () => MODULE)
  const late = lateModule(importModule)
  render(late, false)
  expect(importModule).not.toHaveBeenCalled()

  render(late, true)
  await waitUntil(() => host.textContent === 'loaded')
  render(late, false)
  expect(host.textContent).toBe('')

  // A part that opens later has it in its first render.
  act(() => root.unmount())
  root = createRoot(host)
  render(late, true)
  expect(host.textContent).toBe('loaded')
  expect(importModule).toHaveBeenCalledTimes(1)
})

it('a late module that is lost is loaded again', async () => {
  const importModule = vi
    .fn<() => Promise<typeof MODULE>>(async () => MODULE)
    .mockRejectedValueOnce(new TypeError('The line is lost'))
  render(lateModule(importModule), true)
  await waitUntil(() => host.textContent === 'loaded')
  expect(importModule).toHaveBeenCalledTimes(2)
})

function render(late: ReturnType<typeof lateModule<typeof MODULE>>, isNeeded: boolean) {
  function Part() {
    return late.useModule(isNeeded)?.text
  }
  act(() => root.render(<Part />))
}

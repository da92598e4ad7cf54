// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { browserStorage, guardStorage } from './browser-storage.ts'

const refuse = () => {
  throw new DOMException('no', 'QuotaExceededError')
}

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

it('a value in browser storage can be written, read and removed', () => {
  const storage = browserStorage('localStorage')
  expect(storage.setItem('a', '1')).toBe(true)
  expect([storage.getItem('a'), localStorage.getItem('a')]).toEqual(['1', '1'])
  storage.removeItem('a')
  expect(storage.getItem('a')).toBeNull()
})

it.each([
  ['absent', null],
  ['forbidden', { getItem: refuse, setItem: refuse, removeItem: refuse }],
])('storage that is %s reads as empty, reports a failed write, and never throws', (_case, storage) => {
  const guarded = guardStorage(storage)
  expect(guarded.setItem('a', '1')).toBe(false)
  expect(guarded.getItem('a')).toBeNull()
  expect(() => guarded.removeItem('a')).not.toThrow()
})

it('storage whose property may not be read is treated as absent', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(refuse)
  expect(browserStorage('sessionStorage').setItem('a', '1')).toBe(false)
})

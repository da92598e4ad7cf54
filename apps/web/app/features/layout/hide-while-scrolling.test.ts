// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  HEADER_HIDE_THRESHOLD_PX,
  HEADER_REAPPEAR_DELAY_MS,
  hideWhileScrolling,
} from './hide-while-scrolling.ts'

let bar: HTMLElement
let isHidden: boolean
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<header><a href="/">Nashta</a><dialog></dialog></header><button>Buy</button>'
  bar = document.querySelector('header') ?? document.body
  isHidden = false
  stop = hideWhileScrolling(bar, (value) => (isHidden = value))
})

afterEach(() => {
  stop()
  vi.useRealTimers()
})

it('the bar hides beyond the threshold and reappears a while after the last scroll', () => {
  scrollTo(HEADER_HIDE_THRESHOLD_PX)
  expect(isHidden).toBe(false)
  scrollTo(HEADER_HIDE_THRESHOLD_PX + 1)
  expect(isHidden).toBe(true)

  vi.advanceTimersByTime(HEADER_REAPPEAR_DELAY_MS - 1)
  scrollTo(500)
  vi.advanceTimersByTime(HEADER_REAPPEAR_DELAY_MS - 1)
  expect(isHidden).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isHidden).toBe(false)
})

it('the bar stays while it has the focus and reappears at once when it gets the focus', () => {
  bar.querySelector('a')?.focus()
  scrollTo(500)
  expect(isHidden).toBe(false)

  document.querySelector('button')?.focus()
  scrollTo(600)
  expect(isHidden).toBe(true)
  bar.querySelector('a')?.focus()
  expect(isHidden).toBe(false)
})

it('a bar that begins to hide stays under the finger that presses it', () => {
  scrollTo(500)
  expect(isHidden).toBe(true)
  bar.querySelector('a')?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  expect(isHidden).toBe(false)
})

it('the bar stays while one of its menus is open', () => {
  bar.querySelector('dialog')?.setAttribute('open', '')
  scrollTo(500)
  expect(isHidden).toBe(false)
})

function scrollTo(y: number) {
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(y)
  window.dispatchEvent(new Event('scroll'))
}

// @vitest-environment happy-dom
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../../render-desk.fixture.tsx'
import { useChime } from './order-sound.ts'

/** Longer than the sound, and than the time in which a browser starts to play it. */
const AFTER_SOUND_MS = 10_000

/** Stubs the browser's audio. Returns the open contexts, each with a function that ends its sound. */
function stubAudio({ isAllowed }: { isAllowed: boolean }) {
  const open = new Set<{ endSound: () => void }>()
  class StubContext {
    state = 'suspended'
    currentTime = 0
    tone = Object.assign(new EventTarget(), {
      frequency: { value: 0 },
      connect: (next: unknown) => next,
      start: () => {},
      stop: () => {},
    })
    constructor() {
      open.add(this)
      // Browsers start a context in a later task, if at all.
      if (isAllowed) setTimeout(() => (this.state = 'running'))
    }
    endSound = () => this.tone.dispatchEvent(new Event('ended'))
    createOscillator = () => this.tone
    createGain = () => ({
      gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
      connect: (next: unknown) => next,
    })
    close = async () => {
      if (this.state === 'closed') throw new Error('The context was closed before')
      this.state = 'closed'
      open.delete(this)
    }
  }
  vi.stubGlobal('AudioContext', StubContext)
  return open
}

function NewOrders() {
  const [count, setCount] = useState(100)
  useChime(String(count))
  return <button onClick={() => setCount(count + 1)}>New order</button>
}

it('a sound that the browser does not play leaves no open audio context', async () => {
  const open = stubAudio({ isAllowed: false })
  localStorage.setItem('nashta.desk-sound', 'on')
  const { press, advance } = await renderDesk(<NewOrders />)
  await press('New order')
  expect(open.size).toBe(1)
  await advance(AFTER_SOUND_MS)
  expect(open.size).toBe(0)
})

it('a sound that the browser plays is not cut off, and its audio context is closed at its end', async () => {
  const open = stubAudio({ isAllowed: true })
  localStorage.setItem('nashta.desk-sound', 'on')
  const { press, advance } = await renderDesk(<NewOrders />)
  await press('New order')
  await advance(AFTER_SOUND_MS)
  expect(open.size).toBe(1)
  for (const context of open) context.endSound()
  expect(open.size).toBe(0)
})

// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../render-desk.fixture.tsx'
import { useDesk } from './desk-session.tsx'
import { LAST_USED_KEY } from './idle.ts'

/** Longer than the interval between two checks for idleness. */
const AFTER_CHECK_MS = 16_000
const HALF_AN_HOUR_MS = 30 * 60_000

function SessionState() {
  const { desk, snapshot, lockReason } = useDesk()
  return (
    <>
      <output>{`${snapshot.status}, locked: ${lockReason}`}</output>
      <button type="button" onClick={() => void desk.signOut()}>
        Sign out
      </button>
    </>
  )
}

async function openDesk() {
  vi.stubGlobal('fetch', async () => Response.json({}))
  const page = await renderDesk(<SessionState />)
  return { ...page, state: () => page.host.querySelector('output')?.textContent }
}

it('a desk that was not used for half an hour is locked as idle', async () => {
  const { state, advance } = await openDesk()
  expect(state()).toBe('signed-in, locked: null')
  await advance(HALF_AN_HOUR_MS)
  expect(state()).toBe('signed-out, locked: idle')
})

it('the first use is recorded, however soon after the page was opened', async () => {
  const { state, advance } = await openDesk()
  // Without the use below, the desk would be idle in one second.
  localStorage.setItem(LAST_USED_KEY, String(Date.now() - HALF_AN_HOUR_MS + 1000))
  window.dispatchEvent(new Event('pointerdown'))
  await advance(AFTER_CHECK_MS)
  expect(state()).toBe('signed-in, locked: null')
})

it('a desk that the operator signed out of is locked as unused, not as idle', async () => {
  const { state, advance, press } = await openDesk()
  await press('Sign out')
  await advance(AFTER_CHECK_MS)
  expect(state()).toBe('signed-out, locked: unused')
})

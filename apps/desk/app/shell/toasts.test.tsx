// @vitest-environment happy-dom
import { act } from 'react'
import { Link, useNavigate } from 'react-router'
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../render-desk.fixture.tsx'
import { useDesk } from '../session/desk-session.tsx'
import { useToast } from './toasts.tsx'

function Screen() {
  const showToast = useToast()
  const navigate = useNavigate()
  const { desk } = useDesk()
  return (
    <>
      <button type="button" onClick={() => void desk.signOut()}>
        Sign out
      </button>
      <button
        type="button"
        onClick={() => {
          showToast({ text: 'Order saved' })
          void navigate('/products')
        }}
      >
        Save and leave
      </button>
      <button type="button" onClick={() => showToast({ text: 'Order saved' })}>
        Save
      </button>
      <button type="button" onClick={() => showToast({ text: 'Order packed', undo: () => {} })}>
        Pack
      </button>
      <Link to="?work=handOver">Another tab</Link>
      <Link to="/products">Another screen</Link>
    </>
  )
}

async function openScreen() {
  const desk = await renderDesk(<Screen />, { path: '/orders' })
  const follow = async (name: string) => {
    const link = Array.from(desk.host.querySelectorAll('a')).find((each) => each.textContent === name)
    act(() => link?.click())
    await desk.advance(1)
  }
  return { ...desk, follow }
}

it('a message goes with the screen that it is about', async () => {
  const { press, follow, text, advance } = await openScreen()
  await press('Save')
  await advance(3_000)
  await follow('Another tab')
  expect(text()).toContain('Order saved')
  await follow('Another screen')
  expect(text()).not.toContain('Order saved')
})

it('a message stays when its action leads to another screen', async () => {
  const { press, text } = await openScreen()
  await press('Save and leave')
  expect(text()).toContain('Order saved')
})

it('a message does not lie over the screen that the operator opens at once after it', async () => {
  const { press, follow, text } = await openScreen()
  await press('Save')
  await follow('Another screen')
  expect(text()).not.toContain('Order saved')
})

it('a message with Undo outlives its screen, for ten seconds', async () => {
  const { press, follow, text, advance } = await openScreen()
  await press('Pack')
  await follow('Another screen')
  await advance(9_000)
  expect(text()).toContain('Order packed')
  await advance(1_000)
  expect(text()).not.toContain('Order packed')
})

it('of several messages with Undo, the newest outlives its screen', async () => {
  const { press, follow, host } = await openScreen()
  await press('Pack')
  await press('Pack')
  expect(host.querySelectorAll('output > div')).toHaveLength(2)
  await follow('Another screen')
  expect(host.querySelectorAll('output > div')).toHaveLength(1)
})

it('a message without Undo is shown for five seconds', async () => {
  const { press, text, advance } = await openScreen()
  await press('Save')
  await advance(4_000)
  expect(text()).toContain('Order saved')
  await advance(1_000)
  expect(text()).not.toContain('Order saved')
})

it('no message outlives the session, also none with Undo', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}))
  const { press, text } = await openScreen()
  await press('Pack')
  await press('Sign out')
  expect(text()).not.toContain('Order packed')
})

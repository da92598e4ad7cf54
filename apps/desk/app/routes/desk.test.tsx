// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../render-desk.fixture.tsx'
import { PageHeading } from '../ui/controls.tsx'
import { WaitingCount } from '../ui/waiting-count.ts'
import Desk from './desk.tsx'

it.each([
  ['/log', 'packer', true],
  ['/products/donut', 'packer', true],
  ['/orders', 'packer', false],
  ['/log', 'admin', false],
])('%s says at once whether it is for a %s', async (path, role, isForbidden) => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 500 }))
  const { text } = await renderDesk(<Desk />, { path, role })
  expect(text().includes('Your role does not include')).toBe(isForbidden)
})

it('each screen has its own title', async () => {
  await renderDesk(<PageHeading title="Pack" />)
  expect(document.title).toBe('Pack · Desk')
})

it('the title of a screen counts the work that waits', async () => {
  await renderDesk(
    <WaitingCount value={2}>
      <PageHeading title="Pack" />
    </WaitingCount>,
  )
  expect(document.title).toBe('(2) Pack · Desk')
})

it('a new order is heard on every screen, where the sound is on, and the icon has the count', async () => {
  let newest = '01'
  const bell = () => ({ choices: CHOICES, audible: ['order'], email: null, count: 3, newest })
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith('/admin/bell') ? Response.json({ data: bell() }) : Response.json({}, { status: 500 }),
  )
  let sounds = 0
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0
      constructor() {
        sounds += 1
      }
      createOscillator = () => ({
        frequency: {},
        connect: (next: unknown) => next,
        start() {},
        stop() {},
        addEventListener() {},
      })
      createGain = () => ({
        gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
        connect: (next: unknown) => next,
      })
    },
  )
  const setAppBadge = vi.fn<(count: number) => Promise<void>>(async () => {})
  vi.stubGlobal('navigator', Object.assign(navigator, { setAppBadge }))
  localStorage.setItem('nashta.desk-sound', 'on')
  const { advance } = await renderDesk(<Desk />, { path: '/log' })
  await advance(1)
  expect(setAppBadge).toHaveBeenLastCalledWith(3)
  expect(sounds).toBe(0)
  newest = '02'
  await advance(10_001)
  expect(sounds).toBe(1)
  // The newest order is packed, so an older one is the newest that waits.
  newest = '01'
  await advance(10_001)
  expect(sounds).toBe(1)
  newest = '03'
  await advance(10_001)
  expect(sounds).toBe(2)
})

const CHOICES = {
  ways: { order: 'mail', paid: 'mail', complaint: 'mail', problem: 'mail', stock: 'daily' },
  quietFrom: 22,
  quietUntil: 7,
}

// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Picture } from './picture.tsx'

const laddoo = (
  <Picture
    src="/images/laddoo.webp"
    srcSet="/images/laddoo.webp?w=480 480w"
    alt="Motichoor Laddoo"
    width={1200}
    height={1200}
    fallbackSrc="/images/fallback.svg"
  />
)

let host: HTMLElement
let root: Root | undefined

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  host = document.createElement('div')
  mockImageState({ complete: false })
})

afterEach(() => {
  act(() => root?.unmount())
  root = undefined
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('a picture loads lazily unless it has priority', () => {
  expect(renderToString(laddoo)).toContain('loading="lazy"')
  const eager = renderToString(<Picture src="/a.webp" alt="" width={2} height={1} priority />)
  expect(eager).not.toContain('loading=')
  expect(eager).toContain('fetchPriority="high"')
})

it('a picture that cannot be loaded is replaced by the fallback', () => {
  root = createRoot(host)
  act(() => root?.render(laddoo))
  expect(shownImage().src).toBe('/images/laddoo.webp')

  act(() => {
    host.querySelector('img')?.dispatchEvent(new Event('error'))
  })

  expect(shownImage()).toEqual({ src: '/images/fallback.svg', srcset: null, alt: 'Motichoor Laddoo' })
})

it('a lost picture is asked for again after growing pauses, and then when the line is back', () => {
  vi.useFakeTimers()
  root = createRoot(host)
  act(() => root?.render(laddoo))
  const seen: string[] = []
  for (const pause of [1000, 4000, 16_000, 600_000]) {
    act(() => void host.querySelector('img')?.dispatchEvent(new Event('error')))
    act(() => void vi.advanceTimersByTime(pause - 1))
    seen.push(`${shownImage().src}`)
    act(() => void vi.advanceTimersByTime(1))
    seen.push(`${shownImage().src}`)
  }
  const [lost, found] = ['/images/fallback.svg', '/images/laddoo.webp']
  expect(seen).toEqual([lost, found, lost, found, lost, found, lost, lost])
  act(() => void dispatchEvent(new Event('online')))
  expect(shownImage().src).toBe(found)
})

it('a picture that failed before hydration is replaced by the fallback', () => {
  host.innerHTML = renderToString(laddoo)
  mockImageState({ complete: true })

  act(() => {
    root = hydrateRoot(host, laddoo)
  })

  expect(shownImage().src).toBe('/images/fallback.svg')
})

/**
 * The test's DOM loads no pictures, so their loading state is mocked. A picture that is complete
 * and has no width could not be loaded.
 */
function mockImageState({ complete }: { complete: boolean }) {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(complete)
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(0)
}

function shownImage() {
  const image = host.querySelector('img')
  return {
    src: image?.getAttribute('src'),
    srcset: image?.getAttribute('srcset') ?? null,
    alt: image?.getAttribute('alt'),
  }
}

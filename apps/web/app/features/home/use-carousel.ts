import { CAROUSEL_INTERVAL_MS } from '@nashta/contracts/constants'
import { type FocusEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'

/** No swipe pauses this long on its way. */
const SETTLED_MS = 120

/** Most people have seen the first slide by then and will see the next. */
const FETCH_AFTER_MS = CAROUSEL_INTERVAL_MS / 2

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** `asleep` until the browser has taken over: slides can be swiped then, but not turned. */
type Rotation = 'asleep' | 'turning' | 'stopped'

/**
 * A strip of slides, each as wide as the strip. It turns by itself until somebody takes an interest, by hovering,
 * by keyboard or by touch; from then on only when told to.
 */
export function useCarousel(count: number) {
  const frame = useRef<HTMLElement>(null)
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [rotation, setRotation] = useState<Rotation>('asleep')
  const [wanted, setWanted] = useState(false)

  const show = useCallback(
    (index: number) => {
      const next = (index + count) % count
      setCurrent(next)
      const strip = track.current
      const behavior = window.matchMedia(REDUCED_MOTION).matches ? 'instant' : 'smooth'
      strip?.scrollTo({ left: next * strip.clientWidth, behavior })
    },
    [count],
  )

  useEffect(() => {
    const still = window.matchMedia(REDUCED_MOTION).matches || frame.current?.matches(':hover, :focus-within')
    setRotation(still ? 'stopped' : 'turning')
    const timer = setTimeout(() => setWanted(true), FETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (rotation !== 'turning') return undefined
    const timer = setInterval(() => {
      if (!document.hidden) show(current + 1)
    }, CAROUSEL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [rotation, current, show])

  useEffect(() => {
    const strip = track.current
    if (!strip) return undefined
    let timer: ReturnType<typeof setTimeout>
    const onScroll = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setCurrent(Math.round(strip.scrollLeft / strip.clientWidth)), SETTLED_MS)
    }
    strip.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      strip.removeEventListener('scroll', onScroll)
    }
  }, [])

  const stop = () => {
    setWanted(true)
    setRotation('stopped')
  }
  return {
    current,
    rotation,
    /** The slides behind the first one are about to be seen: time for their pictures. */
    wanted,
    show,
    toggle: () => setRotation(rotation === 'turning' ? 'stopped' : 'turning'),
    frameProps: {
      ref: frame,
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') stop()
      },
      onFocus: ({ target }: FocusEvent) => {
        if (target.matches(':focus-visible')) stop()
      },
    },
    trackProps: { ref: track, onPointerDown: stop },
  }
}

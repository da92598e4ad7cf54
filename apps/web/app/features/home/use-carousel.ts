import { type FocusEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'

const CAROUSEL_INTERVAL_MS = 5000
/** The strip has stopped when it has not scrolled for this long. */
const SETTLED_MS = 160

/**
 * The pictures of the other slides load this long after hydration. By then the first picture has
 * usually loaded, and the first rotation has not begun.
 */
const LOAD_ALL_AFTER_MS = CAROUSEL_INTERVAL_MS / 2

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** Before hydration the slides can be swiped, but they do not rotate. */
type Rotation = 'not hydrated' | 'playing' | 'paused'

/**
 * A scrolling strip of slides, each as wide as the strip. The strip rotates until the visitor
 * hovers, focuses or touches it. The play button starts the rotation again.
 */
export function useCarousel(count: number) {
  const frameRef = useRef<HTMLElement>(null)
  const stripRef = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [rotation, setRotation] = useState<Rotation>('not hydrated')
  const [loadsAllPictures, setLoadsAllPictures] = useState(false)

  /** The slide the strip is scrolling to; null when it stands still or the visitor scrolls it. */
  const target = useRef<number | null>(null)
  const settleTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  /** Waits until the strip stops, then sets `current` to its slide. Each call restarts the wait. */
  const settleSoon = useCallback(() => {
    clearTimeout(settleTimer.current)
    settleTimer.current = setTimeout(() => {
      const strip = stripRef.current
      if (!strip) return
      const reached = Math.round(strip.scrollLeft / strip.clientWidth)
      // A picture that loads during smooth scrolling can stop it before the target.
      if (target.current !== null && target.current !== reached) {
        strip.scrollTo({ left: target.current * strip.clientWidth, behavior: 'instant' })
      }
      setCurrent(target.current ?? reached)
      target.current = null
    }, SETTLED_MS)
  }, [])

  const show = useCallback(
    (index: number) => {
      // After the last slide comes the first, and before the first the last.
      const next = (index + count) % count
      setCurrent(next)
      target.current = next
      const strip = stripRef.current
      const behavior = window.matchMedia(REDUCED_MOTION).matches ? 'instant' : 'smooth'
      strip?.scrollTo({ left: next * strip.clientWidth, behavior })
      settleSoon()
    },
    [count, settleSoon],
  )

  useEffect(() => {
    const startsPaused =
      window.matchMedia(REDUCED_MOTION).matches || frameRef.current?.matches(':hover, :focus-within')
    setRotation(startsPaused ? 'paused' : 'playing')
    const timer = setTimeout(() => setLoadsAllPictures(true), LOAD_ALL_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (rotation !== 'playing') return undefined
    const timer = setInterval(() => {
      if (!document.hidden) show(current + 1)
    }, CAROUSEL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [rotation, current, show])

  useEffect(() => {
    const strip = stripRef.current
    if (!strip) return undefined
    strip.addEventListener('scroll', settleSoon, { passive: true })
    return () => {
      clearTimeout(settleTimer.current)
      strip.removeEventListener('scroll', settleSoon)
    }
  }, [settleSoon])

  /** Loads all pictures too, because the visitor may now scroll to any slide. */
  const pause = () => {
    setLoadsAllPictures(true)
    setRotation('paused')
  }
  const clearTarget = () => {
    target.current = null
  }
  return {
    current,
    rotation,
    /** Whether the pictures of all slides are loaded, not only the first. */
    loadsAllPictures,
    show,
    togglePlaying: () => setRotation(rotation === 'playing' ? 'paused' : 'playing'),
    frameProps: {
      ref: frameRef,
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') pause()
      },
      onFocus: (event: FocusEvent) => {
        if (event.target.matches(':focus-visible')) pause()
      },
    },
    stripProps: {
      ref: stripRef,
      onPointerDown: () => {
        clearTarget()
        pause()
      },
      onWheel: clearTarget,
    },
  }
}

import { type FocusEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'

const CAROUSEL_INTERVAL_MS = 5000
/** Neither a swipe nor a turn pauses this long on its way. */
const SETTLED_MS = 160

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

  /** Where the strip was told to go, until it is there or somebody takes it elsewhere. */
  const goal = useRef<number | null>(null)
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)

  const settleSoon = useCallback(() => {
    clearTimeout(settling.current)
    settling.current = setTimeout(() => {
      const strip = track.current
      if (!strip) return
      const reached = Math.round(strip.scrollLeft / strip.clientWidth)
      // A picture that arrives on the way can hold the strip back.
      if (goal.current !== null && goal.current !== reached) {
        strip.scrollTo({ left: goal.current * strip.clientWidth, behavior: 'instant' })
      }
      setCurrent(goal.current ?? reached)
      goal.current = null
    }, SETTLED_MS)
  }, [])

  const show = useCallback(
    (index: number) => {
      const next = (index + count) % count
      setCurrent(next)
      goal.current = next
      const strip = track.current
      const behavior = window.matchMedia(REDUCED_MOTION).matches ? 'instant' : 'smooth'
      strip?.scrollTo({ left: next * strip.clientWidth, behavior })
      settleSoon()
    },
    [count, settleSoon],
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
    strip.addEventListener('scroll', settleSoon, { passive: true })
    return () => {
      clearTimeout(settling.current)
      strip.removeEventListener('scroll', settleSoon)
    }
  }, [settleSoon])

  const stop = () => {
    setWanted(true)
    setRotation('stopped')
  }
  const letGo = () => {
    goal.current = null
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
    trackProps: {
      ref: track,
      onPointerDown: () => {
        letGo()
        stop()
      },
      onWheel: letGo,
    },
  }
}

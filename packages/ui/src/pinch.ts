/** How many times wider than `frame` a picture may become. */
const MAX_SIZE = 8
const MIN_SIZE = 1

const enabledFrames = new WeakSet<HTMLElement>()

type Fingers = { distance: number; x: number; y: number }

/**
 * Two fingers change the size of `picture`, which scrolls in `frame`. The point between the fingers
 * stays under them.
 */
export function enablePinch(frame: HTMLElement, picture: HTMLElement) {
  picture.style.width = ''
  if (enabledFrames.has(frame)) return
  enabledFrames.add(frame)
  let last: Fingers | null = null
  // Without the browser's own pinch, the button that closes keeps its place.
  frame.style.touchAction = 'pan-x pan-y'

  function follow({ touches }: TouchEvent) {
    const fingers = fingersOf(touches)
    if (fingers && last) resize(frame, picture, last, fingers)
    last = fingers
  }

  for (const name of ['touchstart', 'touchmove', 'touchend'] as const) {
    frame.addEventListener(name, follow, { passive: true })
  }
}

function resize(frame: HTMLElement, picture: HTMLElement, from: Fingers, to: Fingers) {
  const { left, top, width } = picture.getBoundingClientRect()
  const wanted = (width * to.distance) / from.distance
  const limited = Math.min(Math.max(wanted, frame.clientWidth * MIN_SIZE), frame.clientWidth * MAX_SIZE)
  picture.style.width = `${limited}px`
  const resized = picture.getBoundingClientRect()
  const growth = resized.width / width
  frame.scrollBy(resized.left + (from.x - left) * growth - to.x, resized.top + (from.y - top) * growth - to.y)
}

/** Null without exactly two fingers. */
function fingersOf(touches: TouchList): Fingers | null {
  const [one, other] = touches
  if (!one || !other || touches.length > 2) return null
  return {
    distance: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    x: (one.clientX + other.clientX) / 2,
    y: (one.clientY + other.clientY) / 2,
  }
}

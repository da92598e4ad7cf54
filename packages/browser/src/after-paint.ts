/** Runs the work after the next paint, so that what a press has changed is seen first. */
export function afterPaint(work: () => void) {
  requestAnimationFrame(() => setTimeout(work))
}

type Figure = number | string | boolean | undefined

/** Throws where a figure is not what it must be, and says which. */
export function expectFigures(figures: Record<string, [seen: Figure, wanted: Figure]>) {
  const wrong = Object.entries(figures).filter(([, [seen, wanted]]) => seen !== wanted)
  if (wrong.length === 0) return
  throw new Error(
    wrong.map(([what, [seen, wanted]]) => `${what}: ${String(seen)}, must be ${String(wanted)}`).join('; '),
  )
}

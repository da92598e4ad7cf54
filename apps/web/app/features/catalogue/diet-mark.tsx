const SQUARE = 'M0 0h20v20H0ZM2 2v16h16V2Z'
const CIRCLE = 'M10 5a5 5 0 0 1 0 10 5 5 0 0 1 0-10Z'
const TRIANGLE = 'M10 4.5 15.5 15h-11Z'

const MARKS: Record<string, { label: string; look: string; shape: string }> = {
  veg: { label: 'Vegetarian', look: 'text-veg', shape: CIRCLE },
  egg: { label: 'Contains egg', look: 'text-nonveg', shape: TRIANGLE },
  nonveg: { label: 'Non-vegetarian', look: 'text-nonveg', shape: TRIANGLE },
}

export type DietMarkProps = {
  diet: string | undefined
  /** Shows the label beside the mark; otherwise only screen readers get it. */
  showsLabel?: boolean
}

/**
 * The mark that Indian law asks for. Vegetarian food has a green circle in a square. Other food,
 * also with egg, has a brown triangle in a square.
 */
export function DietMark({ diet, showsLabel = false }: DietMarkProps) {
  const mark = diet === undefined ? undefined : MARKS[diet]
  if (!mark) return null
  const { label, look, shape } = mark
  const svgProps = showsLabel ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  const svg = (
    <svg viewBox="0 0 20 20" {...svgProps} className={`size-4.5 shrink-0 bg-white ${look}`}>
      <path fillRule="evenodd" d={SQUARE + shape} fill="currentColor" />
    </svg>
  )
  if (!showsLabel) return svg
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      {svg}
      <span className="text-[0.9375rem] font-medium">{label}</span>
    </span>
  )
}

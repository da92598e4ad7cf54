const MARKS: Record<string, { label: string; look: string }> = {
  veg: { label: 'Vegetarian', look: 'text-veg' },
  egg: { label: 'Contains egg', look: 'text-nonveg' },
  nonveg: { label: 'Non-vegetarian', look: 'text-nonveg' },
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
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      <svg viewBox="0 0 20 20" aria-hidden="true" className={`size-4.5 shrink-0 ${mark.look}`}>
        <rect x="1" y="1" width="18" height="18" fill="white" stroke="currentColor" strokeWidth="2" />
        {diet === 'veg' ? (
          <circle cx="10" cy="10" r="5" fill="currentColor" />
        ) : (
          <path d="M10 4.5 15.5 15h-11Z" fill="currentColor" />
        )}
      </svg>
      <span className={showsLabel ? 'text-[0.9375rem] font-medium' : 'sr-only'}>{mark.label}</span>
    </span>
  )
}

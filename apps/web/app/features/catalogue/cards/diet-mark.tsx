const MARKS: Record<string, { label: string; look: string }> = {
  veg: { label: 'Vegetarian', look: 'diet-veg' },
  egg: { label: 'Contains egg', look: 'diet-nonveg' },
  nonveg: { label: 'Non-vegetarian', look: 'diet-nonveg' },
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
  const { label, look } = mark
  // The style sheet hides the text of this element and draws the mark.
  if (!showsLabel) return <span className={look}>{label}</span>
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      <span aria-hidden="true" className={look} />
      <span className="text-[0.9375rem] font-medium">{label}</span>
    </span>
  )
}

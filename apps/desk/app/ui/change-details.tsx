import { type ReactNode, useLayoutEffect, useRef } from 'react'

export type ChangeDetailsProps = {
  summary: string
  /** Opens the fields, for example because a field with an error must be visible to get the focus. */
  isForced: boolean
  children: ReactNode
}

/** The fields of one item of a list, folded at first. Once open, only the operator folds them again. */
export function ChangeDetails({ summary, isForced, children }: ChangeDetailsProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    if (isForced && details.current) details.current.open = true
  }, [isForced])
  return (
    <details ref={details}>
      <summary className="min-h-10 cursor-pointer content-center font-medium">{summary}</summary>
      {children}
    </details>
  )
}

import { type ReactNode, useLayoutEffect, useRef } from 'react'

export type ChangeDetailsProps = {
  summary: string
  /** Opens the fields: a field that has an error must be visible, so that it can have the focus. */
  isForced: boolean
  children: ReactNode
}

/** Fields of one item of a list, folded away. Only its owner closes them again. */
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

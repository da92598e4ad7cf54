import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Failure } from './failure.tsx'
import { useHydrated } from './use-hydrated.tsx'

export type SubmitButtonProps = {
  busy: boolean
  busyText: string
  /** Why the last submit failed. Shown beside the button. */
  failure?: string | null
  children: ReactNode
}

/**
 * The button is disabled until hydration, because without scripts the form would be sent to a page
 * that ignores it. While `busy`, the button is only `aria-disabled`, because a disabled button
 * loses the focus.
 */
export function SubmitButton({ busy, busyText, failure, children }: SubmitButtonProps) {
  const isHydrated = useHydrated()
  return (
    <>
      {failure ? <Failure>{failure}</Failure> : null}
      <Button type="submit" disabled={!isHydrated} aria-disabled={busy || undefined}>
        {busy ? busyText : children}
      </Button>
    </>
  )
}

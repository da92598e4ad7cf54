import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { useHydrated } from './use-hydrated.tsx'

export type SubmitButtonProps = { busy: boolean; busyText: string; children: ReactNode }

/** Keeps its focus while it works. Before the script is there it does nothing, rather than send a form to nobody. */
export function SubmitButton({ busy, busyText, children }: SubmitButtonProps) {
  const hydrated = useHydrated()
  return (
    <Button type="submit" disabled={!hydrated} aria-disabled={busy || undefined}>
      {busy ? busyText : children}
    </Button>
  )
}

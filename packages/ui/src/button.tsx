import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { useHydrated } from './use-hydrated.tsx'

const LOOKS = {
  solid: 'bg-raspberry text-white hover:bg-raspberry-deep',
  outline: 'border-[1.5px] border-ink text-ink hover:bg-ink hover:text-paper',
  paper: 'bg-paper text-ink hover:bg-raspberry hover:text-white',
}

type ButtonLook = keyof typeof LOOKS

/** The classes of buttons, and of links that look like buttons. */
function buttonClasses(look: ButtonLook) {
  return `inline-flex min-h-12 items-center justify-center gap-2 rounded-full px-6 font-semibold transition-colors duration-200 ${LOOKS[look]}`
}

/** The classes of a round button with a single icon. */
export const ICON_BUTTON =
  'grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-200 hover:bg-raspberry-tint hover:text-raspberry-deep'

export type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & { look?: ButtonLook }

export function Button({ look = 'solid', type = 'button', ...button }: ButtonProps) {
  return <button {...button} type={type} className={buttonClasses(look)} />
}

export type LinkButtonProps = { to: string; look?: ButtonLook; children: ReactNode }

export function LinkButton({ to, look = 'solid', children }: LinkButtonProps) {
  return (
    <Link to={to} className={buttonClasses(look)}>
      {children}
    </Link>
  )
}

export type SubmitButtonProps = { busy: boolean; busyText: string; children: ReactNode }

/**
 * The button is disabled until hydration, because without scripts the form would be sent to a page
 * that ignores it. While `busy`, the button is only `aria-disabled`, because a disabled button
 * loses the focus.
 */
export function SubmitButton({ busy, busyText, children }: SubmitButtonProps) {
  const isHydrated = useHydrated()
  return (
    <Button type="submit" disabled={!isHydrated} aria-disabled={busy || undefined}>
      {busy ? busyText : children}
    </Button>
  )
}

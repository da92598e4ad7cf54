import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'

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

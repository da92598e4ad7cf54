import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** The look of the account in the header. */
export const MENU_TRIGGER =
  'flex h-11 min-w-11 items-center justify-center gap-2 rounded-full transition-colors duration-200 hover:bg-raspberry-tint hover:text-raspberry-deep lg:w-full lg:px-3'

/** The look of a row in the menu of small screens. */
export const SHEET_ROW = 'flex min-h-12 w-full items-center text-lg font-medium'

type LinkRowProps = { to: string; className?: string; children: ReactNode }

export function LinkRow({ to, className = SHEET_ROW, children }: LinkRowProps) {
  return (
    <li>
      <Link to={to} className={className}>
        {children}
      </Link>
    </li>
  )
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'

const LOOKS = {
  solid: 'bg-raspberry text-white hover:bg-raspberry-deep',
  outline: 'border-[1.5px] border-ink text-ink hover:bg-ink hover:text-paper',
}

export type LinkButtonProps = { to: string; look?: keyof typeof LOOKS; children: ReactNode }

export function LinkButton({ to, look = 'solid', children }: LinkButtonProps) {
  return (
    <Link
      to={to}
      className={`inline-flex min-h-12 items-center justify-center gap-2 rounded-full px-6 font-semibold transition-colors duration-200 ${LOOKS[look]}`}
    >
      {children}
    </Link>
  )
}

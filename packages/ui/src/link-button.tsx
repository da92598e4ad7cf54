import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type ButtonLook, buttonLook } from './button-look.tsx'

export type LinkButtonProps = { to: string; look?: ButtonLook; children: ReactNode }

export function LinkButton({ to, look = 'solid', children }: LinkButtonProps) {
  return (
    <Link to={to} className={buttonLook(look)}>
      {children}
    </Link>
  )
}

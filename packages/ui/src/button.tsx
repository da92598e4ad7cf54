import type { ComponentProps } from 'react'
import { type ButtonLook, buttonLook } from './button-look.tsx'

export type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & { look?: ButtonLook }

export function Button({ look = 'solid', type = 'button', ...button }: ButtonProps) {
  return <button {...button} type={type} className={buttonLook(look)} />
}

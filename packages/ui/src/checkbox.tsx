import { type ComponentProps, type ReactNode, useId } from 'react'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  label: ReactNode
  error?: string | undefined
}

export function Checkbox({ label, id, error, ...input }: CheckboxProps) {
  const generatedId = useId()
  const boxId = id ?? generatedId
  const errorId = `${boxId}-note`
  return (
    <div>
      <div className="flex items-center gap-1.5">
        <input
          {...input}
          id={boxId}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          className="m-1.5 -ml-0.5 size-6 shrink-0 cursor-pointer rounded accent-raspberry"
        />
        <label htmlFor={boxId} className="py-1.5">
          {label}
        </label>
      </div>
      {error ? (
        <p id={errorId} className="text-[0.9375rem] font-medium text-danger-deep">
          {error}
        </p>
      ) : null}
    </div>
  )
}

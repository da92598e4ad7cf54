import { type ComponentProps, useState } from 'react'
import { CONTROL_LOOK, Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'

export type PasswordFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> & FieldProps

/** A password input with a button that shows or hides the password. */
export function PasswordField({ label, id, error, hint, isHintShown, ...input }: PasswordFieldProps) {
  const [isVisible, setIsVisible] = useState(false)
  return (
    <Field {...{ label, id, error, hint, isHintShown }}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={isVisible ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={`${CONTROL_LOOK} pr-13`}
          />
          <button
            type="button"
            aria-controls={control.id}
            onClick={() => setIsVisible(!isVisible)}
            className="absolute inset-y-0 right-0.5 grid w-11 place-items-center rounded-full text-ink-soft transition-colors duration-200 hover:text-raspberry-deep"
          >
            <Icon name={isVisible ? 'hide' : 'show'} className="size-5.5" />
            <span className="sr-only">{isVisible ? 'Hide password' : 'Show password'}</span>
          </button>
        </div>
      )}
    </Field>
  )
}

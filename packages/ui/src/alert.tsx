import { type ReactNode, useEffect, useRef } from 'react'

/**
 * An error message. Screen readers read the message out when it appears. The message takes the
 * focus, so that it scrolls into view.
 */
export function Alert({ children }: { children: ReactNode }) {
  return <AlertBox className="font-medium">{children}</AlertBox>
}

export type ErrorSummaryProps = { fields: readonly { id: string; label: string }[] }

/** Links to the invalid fields of a form. Each field shows its own error. */
export function ErrorSummary({ fields }: ErrorSummaryProps) {
  return (
    <AlertBox>
      <p className="font-semibold">Please check these fields:</p>
      <ul className="mt-1 flex flex-wrap gap-x-4">
        {fields.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-8 items-center font-medium underline underline-offset-4"
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(id)?.focus()
              }}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </AlertBox>
  )
}

function AlertBox({ className = '', children }: { className?: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])

  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className={`rounded-2xl border-l-4 border-danger bg-danger-tint px-5 py-4 text-danger-deep ${className}`}
    >
      {children}
    </div>
  )
}

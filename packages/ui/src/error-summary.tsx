import { useEffect, useRef } from 'react'

export type ErrorSummaryProps = { fields: readonly { id: string; label: string }[] }

/** Where to go when several fields want another look. What is wrong is said at each of them. */
export function ErrorSummary({ fields }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])

  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-2xl border-l-4 border-raspberry bg-raspberry-tint px-5 py-4 text-raspberry-deep"
    >
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
    </div>
  )
}

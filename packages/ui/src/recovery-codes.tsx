import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'

export type RecoveryCodesProps = {
  codes: readonly string[]
  onDownload: (text: string) => void
  onDone: () => void
  /** The element of the heading, which must fit the headings around it. */
  heading?: 'h2' | 'h3'
}

export function RecoveryCodes({ codes, onDownload, onDone, heading: Heading = 'h3' }: RecoveryCodesProps) {
  const text = codes.join('\n')
  const headingElement = useRef<HTMLHeadingElement>(null)
  // This step takes the focus, because it replaces the form that had it.
  useEffect(() => headingElement.current?.focus(), [])

  return (
    <div className="grid gap-5">
      <Heading ref={headingElement} tabIndex={-1} className="text-xl font-semibold outline-none">
        Your recovery codes
      </Heading>
      <p>
        Two-step sign-in is on. Without your phone, each of these codes signs you in once. Store them in a
        safe place: they are shown only now.
      </p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-2xl bg-paper p-5 font-mono sm:max-w-md">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <CopyButton text={text}>Copy codes</CopyButton>
        <Button look="outline" onClick={() => onDownload(`${text}\n`)}>
          Download codes
        </Button>
        <Button look="outline" onClick={() => window.print()}>
          Print codes
        </Button>
        <Button onClick={onDone}>I have stored them</Button>
      </div>
    </div>
  )
}

import { Button } from '@nashta/ui/button'
import { CopyButton } from '@nashta/ui/copy-button'
import { useEffect, useRef } from 'react'
import { downloadFile } from './download-file.ts'

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n')
  const heading = useRef<HTMLHeadingElement>(null)
  // This step takes the focus, because it replaces the form that had it.
  useEffect(() => heading.current?.focus(), [])

  return (
    <div className="grid gap-5">
      <h3 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
        Your recovery codes
      </h3>
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
        <Button
          look="outline"
          onClick={() => downloadFile('nashta-recovery-codes.txt', 'text/plain', `${text}\n`)}
        >
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

import { downloadFile } from '@nashta/browser/download-file'
import { RecoveryCodes } from '@nashta/ui/recovery-codes'

/** The recovery codes of a new second factor. The desk follows. */
export function RecoveryStep({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <main className="mx-auto grid w-full max-w-lg gap-6 p-5 py-10">
      <h1 className="text-3xl font-semibold tracking-tight">Your account is ready</h1>
      <RecoveryCodes
        heading="h2"
        codes={codes}
        onDownload={(text) => downloadFile('recovery-codes.txt', 'text/plain', text)}
        onDone={onDone}
      />
    </main>
  )
}

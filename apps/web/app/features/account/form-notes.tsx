import { Alert, ErrorSummary } from '@nashta/ui/alert'

export type FormNotesProps = {
  failure: string | null
  wrong: { id: string; label: string }[]
  refusals: number
}

/** Above a form: what became of it. */
export function FormNotes({ failure, wrong, refusals }: FormNotesProps) {
  if (failure !== null) return <Alert>{failure}</Alert>
  if (wrong.length > 1) return <ErrorSummary key={refusals} fields={wrong} />
  return null
}

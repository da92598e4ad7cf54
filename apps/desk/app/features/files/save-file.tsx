import { saveBlob } from '@nashta/browser/download-file'
import { useCall } from '@nashta/browser/forms/use-call'
import type { Endpoint } from '@nashta/contracts/api/endpoint'
import { calendarDay } from '@nashta/contracts/dates'
import { Failure } from '@nashta/ui/failure'
import { useDesk } from '../../session/desk-session.tsx'
import { Action } from '../../ui/controls.tsx'
import { failureText } from '../../ui/query-state.tsx'

type SaveFileProps = {
  /** The beginning of the file's name. */
  name: string
  label: string
  /** What a screen reader says, where the label alone says too little. */
  description?: string
  endpoint: Endpoint & { file: object }
  query?: Record<string, string>
}

const ALL = {}

/** A button that saves a list of the shop as a CSV. */
export function SaveFile({ name, label, description, endpoint, query = ALL }: SaveFileProps) {
  const { files } = useDesk().desk
  const { run, isBusy, failure } = useCall(async () => {
    const { from, until } = query
    const days = from || until ? `${from ?? 'begin'}-${until ?? 'now'}` : calendarDay(new Date())
    saveBlob(`${name}-${days}.csv`, await files.download(endpoint, { query }))
  }, failureText)
  return (
    <>
      <Action aria-label={description} aria-disabled={isBusy || undefined} onClick={() => void run()}>
        {isBusy ? `${label} …` : label}
      </Action>
      {failure ? <Failure>{failure}</Failure> : null}
    </>
  )
}

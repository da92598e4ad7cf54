import { saveBlob } from '@nashta/browser/download-file'
import { useCall } from '@nashta/browser/forms/use-call'
import {
  getReturnJson,
  getReturnPapers,
  getReturnSheet,
  RETURN_SHEETS,
  type ReturnSheet,
} from '@nashta/contracts/returns/gst-return'
import { Failure } from '@nashta/ui/failure'
import { useDesk } from '../../session/desk-session.tsx'
import { Action, Card } from '../../ui/controls.tsx'
import { failureText } from '../../ui/query-state.tsx'

const SHEET_NAMES: Record<ReturnSheet, string> = {
  b2b: 'B2B',
  b2cl: 'B2C large',
  b2cs: 'B2C',
  cdnr: 'Credit notes, B2B',
  cdnur: 'Credit notes, B2C large',
  exemp: 'Nil rated',
  'hsn-b2b': 'HSN, B2B',
  'hsn-b2c': 'HSN, B2C',
  docs: 'Documents issued',
}

/** The files of the return: one for the portal, and a sheet for each table of the offline tool. */
export function TaxFiles({ month }: { month: string }) {
  const { files } = useDesk().desk
  const { run, isBusy, failure } = useCall(async (sheet: ReturnSheet | 'json' | 'papers') => {
    if (sheet === 'papers')
      return saveBlob(`bills-${month}.csv`, await files.download(getReturnPapers, { params: { month } }))
    if (sheet === 'json')
      return saveBlob(`GSTR1-${month}.json`, await files.download(getReturnJson, { params: { month } }))
    const file = await files.download(getReturnSheet, { params: { month, sheet } })
    return saveBlob(`${sheet}-${month}.csv`, file)
  }, failureText)
  return (
    <Card title="Files of GSTR-1">
      <Action look="main" aria-disabled={isBusy || undefined} onClick={() => void run('json')}>
        JSON for the portal
      </Action>{' '}
      <Action aria-disabled={isBusy || undefined} onClick={() => void run('papers')}>
        All bills, as CSV
      </Action>
      <p className="mt-4 mb-2">CSV for the offline tool or a spreadsheet:</p>
      <div className="flex flex-wrap gap-2">
        {RETURN_SHEETS.map((sheet) => (
          <Action key={sheet} aria-disabled={isBusy || undefined} onClick={() => void run(sheet)}>
            {SHEET_NAMES[sheet]}
          </Action>
        ))}
      </div>
      {failure ? <Failure>{failure}</Failure> : null}
    </Card>
  )
}

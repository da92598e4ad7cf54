import { downloadFile } from '@nashta/browser/download-file'
import { useCall } from '@nashta/browser/forms/use-call'
import { exportCustomers, exportNewsletter } from '@nashta/contracts/orders/desk/customers'
import { Failure } from '@nashta/ui/failure'
import { useFetchShop, useMayCall } from '../../session/desk-session.tsx'
import { Action } from '../../ui/controls.tsx'
import { failureText } from '../../ui/query-state.tsx'

type Part = { text: string; nextCursor: string | null }

/** The list, as it is filtered, and the newsletter as CSV files. */
export function CustomerFiles({ filter }: { filter: { search?: string; tag?: string } }) {
  const fetchShop = useFetchShop()
  const mayCall = useMayCall()
  const { run, isBusy, failure } = useCall(async (list: 'customers' | 'newsletter') => {
    const read = async (cursor: string | undefined): Promise<Part> =>
      list === 'customers'
        ? (await fetchShop(exportCustomers, { query: { ...filter, cursor } })).data
        : (await fetchShop(exportNewsletter, { query: { cursor } })).data
    let [text, cursor]: [string, string | undefined] = ['', undefined]
    do {
      const part = await read(cursor)
      text += part.text
      cursor = part.nextCursor ?? undefined
    } while (cursor !== undefined)
    downloadFile(`${list}.csv`, 'text/csv', text)
  }, failureText)
  if (!mayCall(exportCustomers)) return null
  return (
    <>
      <Action aria-disabled={isBusy || undefined} onClick={() => void run('customers')}>
        Customers as CSV
      </Action>
      <Action aria-disabled={isBusy || undefined} onClick={() => void run('newsletter')}>
        Newsletter as CSV
      </Action>
      {failure ? <Failure>{failure}</Failure> : null}
    </>
  )
}

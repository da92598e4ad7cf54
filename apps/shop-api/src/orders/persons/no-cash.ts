import { hash } from 'node:crypto'
import type { DocumentKey, Documents } from '@nashta/documents/documents'
import { phoneDigits } from './person-figures.ts'

/**
 * Under these keys an operator's “no cash on delivery” is found: by the account, and by the phone number
 * that the courier would call, of which only a hash is stored. The e-mail address is none of them: anybody
 * can type one, and the reply must not say whether it is a customer's.
 */
export function cashKeysOf({
  accountId,
  phone,
}: {
  accountId?: string
  phone?: string | undefined
}): DocumentKey[] {
  const digits = phoneDigits(phone ?? '')
  const texts = [
    ...(accountId === undefined ? [] : [`account ${accountId}`]),
    ...(digits === '' ? [] : [`phone ${digits}`]),
  ]
  return texts.map((text) => ({ pk: `no-cash#${hash('sha256', text, 'base64url')}`, sk: 'cash' }))
}

/** Whether an operator takes no cash on delivery from this account or phone number. */
export async function isCashRefused(
  documents: Pick<Documents, 'get'>,
  buyer: { accountId?: string; phone: string },
): Promise<boolean> {
  const found = await Promise.all(cashKeysOf(buyer).map((key) => documents.get(key)))
  return found.some((each) => each !== null)
}

import { hash } from 'node:crypto'
import { phoneNumbersIn } from '@nashta/contracts/orders/phone'
import type { Document, DocumentKey, Documents, DocumentWrite } from '@nashta/documents/documents'

/**
 * Under these keys an operator's “no cash on delivery” is found: by the account, and by each phone number
 * that the courier could call, of which only a hash is stored. The e-mail address is none of them: anybody
 * can type one, and the reply must not say whether it is a customer's.
 */
export function cashKeysOf({
  accountId,
  phone = '',
}: {
  accountId?: string
  phone?: string | undefined
}): DocumentKey[] {
  const texts = [
    ...(accountId === undefined ? [] : [`account ${accountId}`]),
    ...phoneNumbersIn(phone).map((number) => `phone ${number}`),
  ]
  return texts.map((text) => cashBarKey(`no-cash#${hash('sha256', text, 'base64url')}`))
}

/**
 * Several customers may have one phone number: the bar stays until none of them is barred. An old bar does not
 * name its persons.
 */
export type CashBar = { at: string; persons?: readonly string[] }

export function cashBarKey(pk: string): DocumentKey {
  return { pk, sk: 'cash' }
}

/** The write of a bar without the person. */
export function liftFor(personId: string, bar: Document<CashBar>): DocumentWrite {
  const { persons: before = [] } = bar.body
  const persons = before.filter((each) => each !== personId)
  return persons.length === 0
    ? { delete: bar.key, seen: bar }
    : { put: { key: bar.key, body: { ...bar.body, persons } }, seen: bar }
}

/** Whether an operator takes no cash on delivery from this account or phone number. */
export async function isCashRefused(
  documents: Pick<Documents, 'get'>,
  buyer: { accountId?: string; phone: string },
): Promise<boolean> {
  const found = await Promise.all(cashKeysOf(buyer).map((key) => documents.get(key)))
  return found.some((each) => each !== null)
}

import { type FieldErrors, validateForm } from '@nashta/browser/form-validation'
import { createRequestKeys } from '@nashta/browser/request-keys'
import type { ReplyTo } from '@nashta/contracts/api/endpoint'
import { ShopError } from '@nashta/contracts/api/shop-error'
import { createTicket, ticketInputSchema } from '@nashta/contracts/tickets/ticket'
import { fetchShop } from '../../data/fetch-shop.ts'

export type ComplaintErrors = FieldErrors<typeof ticketInputSchema>
export type NewTicket = ReplyTo<typeof createTicket>['data']
export type ComplaintResult = { ticket: NewTicket } | { errors: ComplaintErrors }

/** The idempotency key: the same one when the same complaint is sent again. */
const keyOf = createRequestKeys()

/** This module is loaded on the first submit, so that the page opens without the code of the form validation. */
export async function sendComplaint(values: Record<string, string>): Promise<ComplaintResult> {
  const validation = validateForm(ticketInputSchema, values)
  if (!validation.ok) return { errors: validation.errors }

  try {
    const { values: body } = validation
    const { data } = await fetchShop(createTicket, { body, idempotencyKey: keyOf(body) })
    return { ticket: data }
  } catch (error) {
    if (error instanceof ShopError) return { errors: { form: error.message } }
    throw error
  }
}

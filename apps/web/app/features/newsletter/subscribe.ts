import { newsletterSchema, subscribeNewsletter } from '@nashta/contracts/newsletter/newsletter'
import { fetchShop } from '../../data/calls/fetch-shop.ts'
import { sendLateForm } from '../../data/late/send-late-form.ts'

/** This module is loaded on the first submit, because most visitors never need its form validation. */
export function subscribe(values: Record<string, string>) {
  return sendLateForm(newsletterSchema, values, (body) => fetchShop(subscribeNewsletter, { body }))
}

import { validateForm, type FieldErrors } from '@nashta/browser/form-validation'
import { ShopError } from '@nashta/contracts/api/shop-error'
import { newsletterSchema, subscribeNewsletter } from '@nashta/contracts/newsletter/newsletter'
import { fetchShop } from '../../data/fetch-shop.ts'

export type SubscribeErrors = FieldErrors<typeof newsletterSchema>

export type SubscribeResult = { thanks: string } | { errors: SubscribeErrors }

/** This module is loaded on the first submit, because most visitors never need its form validation. */
export async function subscribe(values: { name: string; email: string }): Promise<SubscribeResult> {
  const validation = validateForm(newsletterSchema, values)
  if (!validation.ok) return { errors: validation.errors }

  try {
    const { data } = await fetchShop(subscribeNewsletter, { body: validation.values })
    return { thanks: data.message }
  } catch (error) {
    if (error instanceof ShopError) return { errors: { form: error.message } }
    throw error
  }
}

import { type FieldErrors, validateForm } from '@nashta/browser/form-validation'
import { ShopError } from '@nashta/contracts/api/shop-error'
import * as contract from '@nashta/contracts/stock-alerts/stock-alerts'
import { fetchShop } from '../../data/fetch-shop.ts'

// Loaded when a shopper looks at a sold-out snack, and when a guest sends the form.

export async function isWaiting(userId: string, productId: string) {
  const { data } = await fetchShop(contract.listStockAlerts, { params: { userId } })
  return data.productIds.includes(productId)
}

export async function wait(userId: string, productId: string) {
  await fetchShop(contract.addStockAlert, { params: { userId }, body: { productId } })
}

export async function stopWaiting(userId: string, productId: string) {
  await fetchShop(contract.removeStockAlert, { params: { userId, productId } })
}

export type MailRequestErrors = FieldErrors<typeof contract.guestStockAlertSchema>

export type MailRequestResult = { thanks: string } | { errors: MailRequestErrors }

export async function requestByMail(form: { productId: string; email: string }): Promise<MailRequestResult> {
  const validation = validateForm(contract.guestStockAlertSchema, form)
  if (!validation.ok) return { errors: validation.errors }
  try {
    const { data } = await fetchShop(contract.requestStockAlert, { body: validation.values })
    return { thanks: data.message }
  } catch (error) {
    if (error instanceof ShopError) return { errors: { form: error.message } }
    throw error
  }
}

import * as contract from '@nashta/contracts/stock-alerts/stock-alerts'
import { fetchShop } from '../../data/calls/fetch-shop.ts'
import { sendLateForm } from '../../data/late/send-late-form.ts'

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

export function requestByMail(values: Record<string, string>) {
  return sendLateForm(contract.guestStockAlertSchema, values, (body) =>
    fetchShop(contract.requestStockAlert, { body }),
  )
}

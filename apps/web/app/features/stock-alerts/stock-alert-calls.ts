import * as contract from '@nashta/contracts/stock-alerts/stock-alerts'
import { fetchShop } from '../../data/fetch-shop.ts'

// Loaded when a shopper looks at a sold-out snack.

export { guestStockAlertSchema } from '@nashta/contracts/stock-alerts/stock-alerts'

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

export async function requestByMail(form: { productId: string; email: string }) {
  const { data } = await fetchShop(contract.requestStockAlert, { body: form })
  return data.message
}

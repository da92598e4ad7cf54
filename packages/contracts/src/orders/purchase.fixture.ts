import type { Purchase } from './purchase.ts'
import { homeAddress } from './shipping-address.fixture.ts'

export function aPurchase(fields: Partial<Purchase> = {}): Purchase {
  return {
    purchaseId: '01jczzzzzzzzzzzzab12cd34',
    transactionId: 'txn-1',
    orderStatus: 'CONFIRMED',
    deliveryStatus: 'PROCESSING',
    estimatedDelivery: '2026-11-20T03:00:00.000Z',
    purchaseDate: '2026-11-15T03:00:00.000Z',
    totalAmount: 1_00_178.2,
    totalItems: 5,
    items: [
      { name: 'Motichoor Laddoo', imageUrl: '', category: 'Sweets', quantity: 3, price: 59.4 },
      { name: 'Gift Hamper', imageUrl: '', category: 'Gifts', quantity: 2, price: 50_000 },
    ],
    paymentDetails: { method: 'card', transactionId: 'txn-1' },
    shippingAddress: homeAddress,
    ...fields,
  }
}

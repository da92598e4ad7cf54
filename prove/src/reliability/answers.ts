import type { Answer } from '../shopper.ts'

/** The order that was answered; where there is none, why, so that it counts as a wrong one. */
export function orderIn({ status, body }: Answer): string {
  const { data, code } = body as { data?: { purchaseId?: string }; code?: string }
  return data?.purchaseId ?? `${status} ${code}`
}

import { foldEmail } from './user.ts'

/** Where a code went, so that its owner knows and nobody else does. */
export function emailDelivery(email: string) {
  const [local = '', domain = ''] = foldEmail(email).split('@')
  return {
    Destination: `${firstLetter(local)}***@${firstLetter(domain)}***`,
    DeliveryMedium: 'EMAIL' as const,
    AttributeName: 'email',
  }
}

function firstLetter(text: string) {
  return /^./u.exec(text)?.[0] ?? '*'
}

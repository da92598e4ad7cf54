import { digitsOf, phoneNumberIn } from './phone.ts'

/** A number as apps on phones dial it: 91 goes before ten digits. */
function dialled(phone: string): string {
  const isForeign = /^\s*\+(?!91)/.test(phone)
  const number = isForeign ? digitsOf(phone) : phoneNumberIn(phone)
  return number.length === 10 ? `91${number}` : number
}

export function callLink(phone: string): string {
  return `tel:+${dialled(phone)}`
}

/** Opens a chat with this number, with the text ready to send. */
export function whatsAppLink(phone: string, text?: string): string {
  const query = text === undefined ? '' : `?text=${encodeURIComponent(text)}`
  return `https://wa.me/${dialled(phone)}${query}`
}

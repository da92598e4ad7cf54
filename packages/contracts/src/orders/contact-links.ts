/** A number as apps on phones dial it: 91 goes before ten digits. */
function dialled(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length === 10 ? `91${digits}` : digits
}

export function callLink(phone: string): string {
  return `tel:+${dialled(phone)}`
}

/** Opens a chat with this number, with the text ready to send. */
export function whatsAppLink(phone: string, text?: string): string {
  const query = text === undefined ? '' : `?text=${encodeURIComponent(text)}`
  return `https://wa.me/${dialled(phone)}${query}`
}

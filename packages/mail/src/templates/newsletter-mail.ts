import { html } from '../html.ts'
import { button, type MailParts, type Sender, ofShop, STYLES } from './layout.ts'

export type NewsletterData = { name: string; confirmUrl: string; unsubscribeUrl: string }

/**
 * Only letters, spaces, apostrophes and hyphens, so that a typed name cannot carry an advertisement
 * to another person.
 */
const NAME = /^[\p{L}\p{M}' -]{1,40}$/u

/**
 * Each link opens a page with a button. A virus scanner may open all links in order and press the
 * buttons. The unsubscribe link comes last, so the address is unsubscribed in the end.
 */
export function newsletterConfirm(
  { name, confirmUrl, unsubscribeUrl }: NewsletterData,
  shop: Sender,
): MailParts {
  const greeting = NAME.test(name) ? `Hello ${name}, one more step` : 'Hello, one more step'
  const message = `Please confirm that you would like the ${ofShop(shop, 'newsletter')}: new snacks, and now and then a treat.`
  const disclaimer =
    'If you did not ask for it, do nothing: without your confirmation no newsletter will come.'

  return {
    subject: `Please confirm your ${ofShop(shop, 'newsletter')}`,
    preview: message,
    title: greeting,
    body: html`<p style="${STYLES.paragraph}">${message}</p>
      ${button('Yes, subscribe me', confirmUrl, shop)}
      <p style="${STYLES.paragraph}">The link works for 48 hours. ${disclaimer}</p>
      <p style="${STYLES.small}">
        Changed your mind?
        <a href="${unsubscribeUrl}" target="_blank" rel="noopener" style="${STYLES.small}">Unsubscribe</a>
      </p>`,
    paragraphs: [
      message,
      `Yes, subscribe me:\n${confirmUrl}`,
      `The link works for 48 hours. ${disclaimer}`,
      `Changed your mind? Unsubscribe:\n${unsubscribeUrl}`,
    ],
    reason: `You get this mail because this address was entered in the newsletter form of ${shop.name || 'our shop'}.`,
  }
}

import { html } from '../html.ts'
import { button, type MailParts, type Sender, STYLES } from './layout.ts'

export type StockAlertConfirmData = { snack: string; confirmUrl: string; stopUrl: string }
/** `url` is the page of the snack. */
export type StockAlertData = { snack: string; url: string }

/** The link to stop comes last: a virus scanner that presses all buttons in order leaves no alert. */
export function stockAlertConfirm(
  { snack, confirmUrl, stopUrl }: StockAlertConfirmData,
  shop: Sender,
): MailParts {
  const message = `Please confirm that we may write to you once, when ${snack} is back.`
  const disclaimer = 'If you did not ask for it, do nothing: without your confirmation no mail will come.'
  return {
    subject: `Tell you when ${snack} is back?`,
    preview: message,
    title: 'One more step',
    body: html`<p style="${STYLES.paragraph}">${message}</p>
      ${button('Yes, tell me', confirmUrl, shop)}
      <p style="${STYLES.paragraph}">The link works for 48 hours. ${disclaimer}</p>
      <p style="${STYLES.small}">
        Changed your mind?
        <a href="${stopUrl}" target="_blank" rel="noopener" style="${STYLES.small}"
          >Do not write to me about it</a
        >
      </p>`,
    paragraphs: [
      message,
      `Yes, tell me:\n${confirmUrl}`,
      `The link works for 48 hours. ${disclaimer}`,
      `Changed your mind? Do not write to me about it:\n${stopUrl}`,
    ],
    reason: `You get this mail because this address was entered on the page of a snack of ${shop.name || 'our shop'}.`,
  }
}

/** Says nothing of how many are left, and hurries nobody. */
export function stockAlert({ snack, url }: StockAlertData, shop: Sender): MailParts {
  const message = `${snack} is back. You asked us to tell you.`
  const once = 'This is the only mail about it. If you want to be told another time, ask again on its page.'
  return {
    subject: `${snack} is back`,
    preview: message,
    title: `${snack} is back`,
    body: html`<p style="${STYLES.paragraph}">
        You asked us to tell you when it can be ordered again. It can.
      </p>
      ${button(`See ${snack}`, url, shop)}
      <p style="${STYLES.paragraph}">${once}</p>`,
    paragraphs: [
      'You asked us to tell you when it can be ordered again. It can.',
      `See ${snack}:\n${url}`,
      once,
    ],
    reason: `You get this mail once, because you asked ${shop.name || 'our shop'} for it.`,
  }
}

import { html } from '../html.ts'
import { button, type MailParts, type Sender, STYLES } from './layout.ts'

export type BellData = {
  /** Told at once, in the daily summary, or because nobody has looked for a day. */
  reason: 'now' | 'daily' | 'unseen'
  events: readonly { text: string; url: string }[]
  deskUrl: string
}

const SHOWN_MAX = 20

/** Tells an operator what waits at the desk. It names no money and no person. */
export function bell({ reason, events, deskUrl }: BellData, shop: Sender): MailParts {
  const [first] = events
  const shown = events.slice(0, SHOWN_MAX)
  const notShown = events.length - shown.length
  const more = notShown > 0 ? [`and ${notShown} more`] : []
  const lead = {
    now: 'This is new at the desk:',
    daily: 'This was new since the last summary:',
    unseen: 'This waits at the desk, and nobody has looked there for a day:',
  }[reason]
  const subject = events.length === 1 && first ? first.text : `${events.length} things wait at the desk`
  return {
    subject,
    preview: lead,
    title: subject,
    body: html`<p style="${STYLES.paragraph}">${lead}</p>
      ${shown.map(
        ({ text, url }) =>
          html`<p style="${STYLES.paragraph}">
            <a href="${url}" target="_blank" rel="noopener">${text}</a>
          </p>`,
      )}
      ${more.map((text) => html`<p style="${STYLES.paragraph}">${text}</p>`)}
      ${button('Open the desk', deskUrl, shop)}`,
    paragraphs: [
      lead,
      ...shown.map(({ text, url }) => `${text}:\n${url}`),
      ...more,
      `Open the desk:\n${deskUrl}`,
    ],
    reason: 'You get this mail because you work at the desk. Choose there what you are told, under Bell.',
  }
}

import { formatLongDate, formatLongDateTime } from '@nashta/contracts/dates'
import { html } from '../html.ts'
import { button, type MailParts, type Sender, STYLES } from './layout.ts'

export type TicketReceivedData = { number: string; url: string; acknowledgeBy: string; resolveBy: string }
/** `text` is the shop's reply. An acknowledgement has none. */
export type TicketStepData = { number: string; resolveBy: string; text: string }

/** Repeats nothing of the complaint, because the typed address may belong to another person. */
export function ticketReceived(
  { number, url, acknowledgeBy, resolveBy }: TicketReceivedData,
  shop: Sender,
): MailParts {
  const message =
    `Your complaint has the number ${number}. We reply by ${formatLongDateTime(acknowledgeBy)} at the latest, ` +
    `and close it by ${formatLongDate(resolveBy)}.`
  const advice =
    'The link shows what has been done. Whoever has it can see the complaint, so keep it to yourself.'

  return {
    subject: `Your complaint ${number} has reached us`,
    preview: message,
    title: 'Your complaint has reached us',
    body: html`<p style="${STYLES.paragraph}">${message}</p>
      ${button('See your complaint', url, shop)}
      <p style="${STYLES.paragraph}">${advice}</p>`,
    paragraphs: [message, `See your complaint:\n${url}`, advice],
    reason: `You get this mail because this address was entered in the complaint form of ${shop.name || 'our shop'}.`,
  }
}

export function ticketAcknowledged({ number, resolveBy }: TicketStepData): MailParts {
  return renderStepMail(number, {
    subject: `We are looking into your complaint ${number}`,
    title: 'We are looking into it',
    message: `Your complaint ${number} was read. We close it by ${formatLongDate(resolveBy)} at the latest.`,
    reply: '',
  })
}

export function ticketReplied({ number, text }: TicketStepData): MailParts {
  return renderStepMail(number, {
    subject: `An answer to your complaint ${number}`,
    title: 'An answer to your complaint',
    message: `This is our answer to your complaint ${number}:`,
    reply: text,
  })
}

export function ticketClosed({ number, text }: TicketStepData): MailParts {
  return renderStepMail(number, {
    subject: `Your complaint ${number} is closed`,
    title: 'Your complaint is closed',
    message: `We have closed your complaint ${number}:`,
    reply: text,
  })
}

type StepMail = { subject: string; title: string; message: string; reply: string }

function renderStepMail(number: string, { subject, title, message, reply }: StepMail): MailParts {
  // Each line of the reply becomes a paragraph.
  const lines = reply.split(/\r?\n/).filter((line) => line.trim() !== '')
  const advice = 'The link in our first mail about it shows all that has been done.'

  return {
    subject,
    preview: message,
    title,
    body: html`<p style="${STYLES.paragraph}">${message}</p>
      ${lines.map((line) => html`<p style="${STYLES.paragraph}">${line}</p>`)}
      <p style="${STYLES.small}">${advice}</p>`,
    paragraphs: [message, ...lines, advice],
    reason: `You get this mail because of the complaint ${number}.`,
  }
}

import { HIDE_REASON_TEXTS, type HideReason } from '@nashta/contracts/ratings/rating-texts'
import { html } from '../html.ts'
import { button, type MailParts, type Sender, STYLES } from './layout.ts'

export type RatingAskData = {
  snacks: readonly { name: string; url: string }[]
  rulesUrl: string
  stopUrl: string
}
/** `url` is the page of the snack's ratings, where the author changes the rating. */
export type RatingShownData = { snack: string; url: string; rulesUrl: string }
export type RatingHiddenData = RatingShownData & { reason: HideReason }

/** Offers nothing for a rating, and does not say what it should be. */
export function ratingAsk({ snacks, rulesUrl, stopUrl }: RatingAskData, shop: Sender): MailParts {
  const message =
    'Your order arrived a few days ago. If you like, tell other shoppers how it tasted, good or bad: one to five stars, a few words, a picture.'
  const rules = 'We show every rating and pay for none.'
  return {
    subject: 'How did it taste?',
    preview: message,
    title: 'How did it taste?',
    body: html`<p style="${STYLES.paragraph}">${message}</p>
      ${snacks.map(({ name, url }) => button(`Rate ${name}`, url, shop))}
      <p style="${STYLES.paragraph}">
        ${rules}
        <a href="${rulesUrl}" target="_blank" rel="noopener">Our rules for ratings</a>
      </p>
      <p style="${STYLES.small}">
        Rather not be asked?
        <a href="${stopUrl}" target="_blank" rel="noopener" style="${STYLES.small}">Stop these mails</a>
      </p>`,
    paragraphs: [
      message,
      ...snacks.map(({ name, url }) => `Rate ${name}:\n${url}`),
      `${rules}\n${rulesUrl}`,
      `Rather not be asked? Stop these mails:\n${stopUrl}`,
    ],
    reason: `You get this mail once, because you ordered from ${shop.name || 'our shop'}.`,
  }
}

export function ratingHidden({ snack, reason, url, rulesUrl }: RatingHiddenData, shop: Sender): MailParts {
  const message = `We have hidden your rating of ${snack}. The reason: ${HIDE_REASON_TEXTS[reason]}.`
  const advice =
    'You may change the rating, or object: a person reads your objection and answers within the time that the law gives us.'
  return renderStateMail(
    { subject: `Your rating of ${snack} is hidden`, message, advice, action: 'See your rating, or object' },
    { url, rulesUrl },
    shop,
  )
}

export function ratingShown({ snack, url, rulesUrl }: RatingShownData, shop: Sender): MailParts {
  return renderStateMail(
    {
      subject: `Your rating of ${snack} is shown again`,
      message: `Your rating of ${snack} is shown again, and counts in the average.`,
      advice: 'Thank you for your patience.',
      action: 'See your rating',
    },
    { url, rulesUrl },
    shop,
  )
}

type StateMail = { subject: string; message: string; advice: string; action: string }

/** Tells the author that the rating is hidden, or shown again. */
function renderStateMail(
  { subject, message, advice, action }: StateMail,
  { url, rulesUrl }: { url: string; rulesUrl: string },
  shop: Sender,
): MailParts {
  return {
    subject,
    preview: message,
    title: subject,
    body: html`<p style="${STYLES.paragraph}">${message}</p>
      ${button(action, url, shop)}
      <p style="${STYLES.paragraph}">
        ${advice}
        <a href="${rulesUrl}" target="_blank" rel="noopener">Our rules for ratings</a>
      </p>`,
    paragraphs: [message, `${action}:\n${url}`, `${advice}\n${rulesUrl}`],
    reason: `You get this mail because you rated a snack of ${shop.name || 'our shop'}.`,
  }
}

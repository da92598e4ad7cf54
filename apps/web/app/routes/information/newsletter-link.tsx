import { NewsletterLinkPage } from '../../features/newsletter/newsletter-link-page.tsx'
import { pageMeta } from '../../server/page-meta.ts'
import type { Route } from './+types/newsletter-link'

/** The texts of each page, by path. In routes.ts the path is also the id of the route. */
const PAGES = {
  'newsletter/confirm': {
    action: 'confirm',
    documentTitle: 'Confirm your subscription',
    title: 'Shall we write to you?',
    text: 'One press, and news of fresh batches comes to your mailbox. Every mail has a link that ends it.',
    button: 'Yes, subscribe me',
  },
  'newsletter/unsubscribe': {
    action: 'unsubscribe',
    documentTitle: 'Unsubscribe',
    title: 'No more newsletters?',
    text: 'One press, and no more newsletters come. Mails about your orders are not touched by this.',
    button: 'Unsubscribe me',
  },
} as const

export const meta: Route.MetaFunction = ({ matches }) => {
  // The matches are the root and this route.
  const { id } = matches[1]
  const { documentTitle, text } = PAGES[id]
  return pageMeta({ matches, title: documentTitle, description: text, path: `/${id}`, noindex: true })
}

export default function NewsletterLinkRoute({ matches }: Route.ComponentProps) {
  const { action, title, text, button } = PAGES[matches[1].id]
  return <NewsletterLinkPage action={action} title={title} text={text} button={button} />
}

import { DecisionPage } from '../features/newsletter/decision-page.tsx'
import { pageMeta } from '../server/page-meta.ts'
import type { Route } from './+types/newsletter-confirm'

const TEXT = 'One press, and news of fresh batches comes to your mailbox. Every mail has a link that ends it.'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Confirm your subscription | Nashta',
    description: TEXT,
    path: '/newsletter/confirm',
    hidden: true,
  })

export default function NewsletterConfirmRoute() {
  return (
    <DecisionPage decision="confirm" title="Shall we write to you?" text={TEXT} button="Yes, subscribe me" />
  )
}

import { DecisionPage } from '../features/newsletter/decision-page.tsx'
import { pageMeta } from '../server/page-meta.ts'
import type { Route } from './+types/newsletter-unsubscribe'

const TEXT = 'One press, and no more newsletters come. Mails about your orders are not touched by this.'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Unsubscribe | Nashta',
    description: TEXT,
    path: '/newsletter/unsubscribe',
    hidden: true,
  })

export default function NewsletterUnsubscribeRoute() {
  return (
    <DecisionPage decision="unsubscribe" title="No more newsletters?" text={TEXT} button="Unsubscribe me" />
  )
}

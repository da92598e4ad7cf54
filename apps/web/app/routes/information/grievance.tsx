import { GrievanceForm } from '../../features/grievance/grievance-form.tsx'
import { TextPage } from '../../features/layout/text-page.tsx'
import { WithShop } from '../../features/layout/with-shop.tsx'
import { staticMeta } from '../../server/page-meta.ts'

const LEAD = 'Something went wrong? Tell us here, and follow what we do about it.'

export const meta = staticMeta({ title: 'Complaints', description: LEAD, path: '/grievance' })

export default function GrievanceRoute() {
  return (
    <TextPage title="Complaints" lead={LEAD}>
      <p>
        Every complaint gets a number and a link to its status. We reply within 48 hours and close it within
        one month.
      </p>
      <div className="not-prose mt-8">
        <GrievanceForm />
      </div>
      <h2>Who deals with it</h2>
      <WithShop>
        {({ grievanceOfficer: { name, designation, email, phone } }) => (
          <p>
            {name}, {designation}: <a href={`mailto:${email}`}>{email}</a>,{' '}
            <a href={`tel:${phone}`}>{phone}</a>.
          </p>
        )}
      </WithShop>
    </TextPage>
  )
}

import { Container } from '@nashta/ui/layout'
import { fetchPincode } from '../../data/shop/fetch-pincode.ts'
import { ProfilePanel } from '../../features/account/profile/profile-panel.tsx'
import { RequireSignedIn } from '../../features/account/session/require-signed-in.tsx'
import { AddressBook } from '../../features/addresses/address-book.tsx'
import { EditAddressForm } from '../../features/checkout/edit-address-form.tsx'
import { PushSwitch } from '../../features/push/push-switch.tsx'
import { staticMeta } from '../../server/page-meta.ts'

export const meta = staticMeta({
  title: 'Profile',
  description: (shop) => `Your details at ${shop}.`,
  path: '/profile',
  noindex: true,
})

export default function ProfileRoute() {
  return (
    <Container>
      <div className="mx-auto max-w-3xl pt-10 pb-24 lg:pt-20 lg:pb-36">
        <h1 className="font-display text-5xl leading-none font-semibold tracking-tight sm:text-6xl lg:text-7xl">
          Profile
        </h1>
        <div className="mt-8 min-h-96 rounded-[2rem] border border-line bg-white p-6 sm:p-10">
          <RequireSignedIn>
            {(user) => (
              <ProfilePanel
                key={user.sub}
                user={user}
                addresses={<Addresses userId={user.sub} />}
                push={<PushSwitch access={{ userId: user.sub }} />}
              />
            )}
          </RequireSignedIn>
        </div>
      </div>
    </Container>
  )
}

function Addresses({ userId }: { userId: string }) {
  return (
    <AddressBook
      userId={userId}
      renderForm={(form) => <EditAddressForm {...form} fetchPincode={fetchPincode} />}
    />
  )
}

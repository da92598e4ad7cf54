import type { ReactNode } from 'react'
import { ACTIVE, fullName, NOT_PROVIDED } from '../account-texts.ts'
import type { Profile } from './profile.ts'

export function ProfileFacts({ profile }: { profile: Profile }) {
  const { email, phoneNumber, sub } = profile
  return (
    <dl className="divide-y divide-line">
      <Fact name="Display name">{fullName(profile) || NOT_PROVIDED}</Fact>
      <Fact name="Email">{email}</Fact>
      <Fact name="Phone number">{phoneNumber || NOT_PROVIDED}</Fact>
      <Fact name="Account status">
        {/* The user pool replies only for accounts that are confirmed and enabled. */}
        <span className="inline-block rounded-full bg-pistachio-tint px-3 py-1 text-[0.9375rem] font-semibold text-pistachio">
          {ACTIVE}
        </span>
      </Fact>
      <Fact name="User ID">{sub}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-0.5 py-4 first:pt-0 last:pb-0 sm:grid-cols-[10rem_minmax(0,1fr)] sm:items-baseline">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 text-lg font-medium break-words">{children}</dd>
    </div>
  )
}

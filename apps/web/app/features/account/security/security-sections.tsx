import { DevicesSection } from './devices-section.tsx'
import { SecondFactorSection, type SecondFactorSectionProps } from './second-factor-section.tsx'
import { YourDataSection } from './your-data-section.tsx'

/** The parts of the profile page below the address book. */
export function SecuritySections({ profile, onChanged }: SecondFactorSectionProps) {
  return (
    <div className="mt-10 divide-y divide-line border-t border-line">
      <SecondFactorSection profile={profile} onChanged={onChanged} />
      <DevicesSection sub={profile.sub} />
      <YourDataSection profile={profile} />
    </div>
  )
}

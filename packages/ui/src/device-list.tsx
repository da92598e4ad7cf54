import { Button } from './button.tsx'

export type ListedDevice = {
  id: string
  name: string
  isCurrent: boolean
  /** When the device signed in or was last used. */
  text: string
}

/** The devices where a user is signed in, each with a button that signs it out. */
export function DeviceList({
  devices,
  onSignOut,
}: {
  devices: readonly ListedDevice[]
  onSignOut: (id: string) => void
}) {
  return (
    <>
      <ul className="w-full divide-y divide-line">
        {devices.map(({ id, name, isCurrent, text }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="font-semibold">{name}</p>
              <p className="text-ink-soft">{text}</p>
            </div>
            {isCurrent ? null : (
              <Button look="outline" onClick={() => onSignOut(id)} aria-label={`Sign out ${name}`}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {devices.length === 1 ? <p className="text-ink-soft">No other device is signed in.</p> : null}
    </>
  )
}

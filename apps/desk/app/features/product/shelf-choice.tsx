import { Link } from 'react-router'
import { TEXT_LINK } from '../../ui/controls.tsx'
import { CheckInput, SelectInput } from '../../ui/inputs.tsx'

export type ShelfChoiceProps = {
  /** The names of all shelves. */
  names: readonly string[]
  /** The first one is the product's main shelf. */
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: readonly string[]) => void
}

/** The shelves that a product is on. A product may be on several, or on none. */
export function ShelfChoice({ names, chosen, error, onChange }: ShelfChoiceProps) {
  // A product may name a shelf that has been deleted.
  const others = chosen.filter((name) => !names.includes(name))
  const [first = ''] = chosen
  return (
    <fieldset className="mt-2 min-w-0">
      <legend className="mb-1 text-sm font-medium">Shelves</legend>
      <div className="flex flex-wrap gap-x-5">
        {[...names, ...others].map((name) => (
          <CheckInput
            key={name}
            label={others.includes(name) ? `${name} (no longer a shelf)` : name}
            checked={chosen.includes(name)}
            onChange={(isChosen) =>
              onChange(isChosen ? [...chosen, name] : chosen.filter((each) => each !== name))
            }
          />
        ))}
      </div>
      {error ? <p className="text-danger-deep">{error}</p> : null}
      {chosen.length > 1 ? (
        <div className="max-w-xs">
          <SelectInput
            label="First shelf"
            value={first}
            options={chosen}
            onChange={(name) => onChange([name, ...chosen.filter((each) => each !== name)])}
          />
        </div>
      ) : null}
      <p className="text-sm text-ink-soft">
        The first one is in feeds and receipts.{' '}
        <Link to="/shelves" className={TEXT_LINK}>
          All shelves
        </Link>
      </p>
    </fieldset>
  )
}

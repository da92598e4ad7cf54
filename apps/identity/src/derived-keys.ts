import { hkdfSync } from 'node:crypto'

const KEY_BYTES = 32
const PURPOSES = ['codes', 'names', 'log', 'mails', 'identities'] as const

export type DerivedKeys = Record<(typeof PURPOSES)[number], Buffer>

/** A key for each purpose: what one of them shows says nothing of the others. */
export function deriveKeys(masterKey: Buffer): DerivedKeys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, '', purpose, KEY_BYTES))
  return Object.fromEntries(PURPOSES.map((purpose) => [purpose, derive(purpose)])) as DerivedKeys
}

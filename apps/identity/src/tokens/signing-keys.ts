import type { KeyObject } from 'node:crypto'
import type { JSONWebKeySet } from 'jose'

export type TokenUse = 'access' | 'id'

/** Access and id tokens have a key each, so that neither can stand in for the other. */
export interface SigningKeys {
  current(use: TokenUse): { kid: string; privateKey: KeyObject }

  /** Null for a key that is not ours, or whose last token has expired. */
  publicKey(kid: string): KeyObject | null

  /** Everything a token that is still valid may be signed with. */
  published(): JSONWebKeySet
}

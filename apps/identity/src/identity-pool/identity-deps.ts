import type { AppClients } from '../clients/app-client.ts'
import type { ReadTokenDeps } from '../tokens/read-token.ts'
import type { SessionStore } from '../tokens/session-store.ts'
import type { IdentityIds } from './identity-ids.ts'

export type IdentityDeps = ReadTokenDeps & {
  identityPoolId: string
  ids: IdentityIds
  clients: AppClients
  sessions: Pick<SessionStore, 'isLive'>
}

import type { ServiceOptions } from '@nashta/service-kit/http/create-service'
import { getCredentialsForIdentity } from './identity-pool/get-credentials-for-identity.ts'
import { getId } from './identity-pool/get-id.ts'
import type { IdentityDeps } from './identity-pool/identity-deps.ts'
import type { CheckSignature } from './wire/signature.ts'
import { createWireApp } from './wire/wire-app.ts'

export const IDENTITY_POOL_BASE = '/identity-pool'

type IdentityPoolDeps = ServiceOptions & IdentityDeps & { checkSignature: CheckSignature }

export function createIdentityPool(deps: IdentityPoolDeps) {
  return createWireApp({
    ...deps,
    base: IDENTITY_POOL_BASE,
    operations: [getId(deps), getCredentialsForIdentity(deps)],
  })
}

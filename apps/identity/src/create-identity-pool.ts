import type { ServiceOptions } from '@nashta/service-kit/http/create-service'
import type { IdentityDeps } from './identity-pool/logged-in-sub.ts'
import { getCredentialsForIdentity, getId } from './identity-pool/operations.ts'
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

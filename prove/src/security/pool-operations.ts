import type { IdentityOperation } from '@nashta/contracts/identity/identity-operation'
import * as invitations from '@nashta/contracts/identity/invitations'
import * as secondFactor from '@nashta/contracts/identity/second-factor'
import * as devices from '@nashta/contracts/identity/signed-in-devices'
import * as userPool from '@nashta/contracts/identity/user-pool'

/** Every operation of the user pool that the contracts describe. */
export const POOL_OPERATIONS: IdentityOperation[] = [userPool, secondFactor, devices, invitations].flatMap(
  (contracts) =>
    Object.values(contracts).filter(
      (value): value is IdentityOperation => typeof value === 'object' && 'target' in value,
    ),
)

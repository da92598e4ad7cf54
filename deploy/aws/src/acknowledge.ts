import { Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** Accepts findings of cdk-nag below a construct, with a reason for reviewers. */
export function acknowledge(construct: IConstruct, reason: string, ids: readonly string[]) {
  Validations.of(construct).acknowledge(...ids.map((id) => ({ id, reason })))
}

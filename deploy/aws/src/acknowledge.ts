import { Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** Accepts the findings of cdk-nag with these ids, for a construct and everything in it. */
export function acknowledge(construct: IConstruct, reason: string, ids: readonly string[]) {
  Validations.of(construct).acknowledge(...ids.map((id) => ({ id, reason })))
}

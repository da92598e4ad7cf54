import type { Reason } from '@nashta/contracts/recommendations/recommendation'
import {
  becauseBought,
  becauseLooked,
  BOUGHT_BEFORE,
} from '@nashta/contracts/recommendations/recommendation-texts'

export function reasonText({ kind, name }: Reason): string {
  if (kind === 'again') return BOUGHT_BEFORE
  return kind === 'bought' ? becauseBought(name) : becauseLooked(name)
}

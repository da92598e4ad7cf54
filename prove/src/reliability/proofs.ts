import type { Proof } from '../proof.ts'
import { answerLost } from './answer-lost.ts'
import { cartMerges } from './cart-merges.ts'
import { dependencyDown } from './dependency-down.ts'
import { doubleSubmitWithoutKey } from './double-submit-without-key.ts'
import { doubleSubmit } from './double-submit.ts'
import { hotCart } from './hot-cart.ts'
import { killedUnderLoad } from './killed-under-load.ts'
import { mailOfEveryOrder } from './mail-of-every-order.ts'
import { priceRace } from './price-race.ts'
import { recordedHistories } from './recorded-histories.ts'
import { signInCycles } from './sign-in-cycles.ts'

export const reliabilityProofs: Proof[] = [
  doubleSubmit,
  doubleSubmitWithoutKey,
  answerLost,
  killedUnderLoad,
  cartMerges,
  hotCart,
  recordedHistories,
  mailOfEveryOrder,
  priceRace,
  dependencyDown,
  signInCycles,
]

import { cognitoQuotas } from './cloud/cognito-quotas.ts'
import { cloudDependencyDown } from './cloud/dependency-down.ts'
import { faultyStorage } from './cloud/faulty-storage.ts'
import { hotCartAndPrices } from './cloud/hot-cart-and-prices.ts'
import { killedProcesses } from './cloud/killed-processes.ts'
import { largeCatalogue } from './cloud/large-catalogue.ts'
import { manyRelays } from './cloud/many-relays.ts'
import { cloudRecordedHistories } from './cloud/recorded-histories.ts'
import { unitsPerOrder } from './cloud/units-per-order.ts'
import { imageInEmptyRoot } from './deployment/image-in-empty-root.ts'
import { diskFaults } from './durability/disk-faults.ts'
import { powerCuts } from './durability/power-cuts.ts'
import { steadyUnderLoad } from './durability/soak/steady-under-load.ts'
import { changedOrders, cloudChangedOrders } from './payments/changed-orders/changed-orders.ts'
import { claimsNobodyLooksAt } from './payments/claims-nobody-looks-at.ts'
import { cloudEditsAgainstPacking, editsAgainstPacking } from './payments/edits-against-packing.ts'
import { forgedMessages } from './payments/forged-messages.ts'
import { killedWhilePaying } from './payments/killed-while-paying.ts'
import { lateMoney } from './payments/late-money.ts'
import { cloudLimitedOffer, limitedOffer } from './payments/limited-offer.ts'
import { paidOnce } from './payments/paid-once.ts'
import { refundsAgainstPacking } from './payments/refunds-against-packing.ts'
import { unpaidHolds } from './payments/unpaid-holds.ts'
import { type Proof, rankOf } from './proof.ts'
import { billsWithoutGaps, cloudBillsWithoutGaps } from './reliability/bills-without-gaps.ts'
import { dependencyDown } from './reliability/dependency-down.ts'
import { cloudDoubleSubmit, doubleSubmit, doubleSubmitWithoutKey } from './reliability/double-submit.ts'
import { hotCart } from './reliability/hot-cart.ts'
import { importedProducts } from './reliability/imported-products.ts'
import { killedUnderLoad } from './reliability/killed-under-load.ts'
import { lostOnce } from './reliability/lost-once.ts'
import { cloudMailOfEveryOrder, mailOfEveryOrder } from './reliability/mail-of-every-order.ts'
import { mixedReleases } from './reliability/mixed-releases.ts'
import { priceRace } from './reliability/price-race.ts'
import { recordedHistories } from './reliability/recorded-histories.ts'
import { cloudResponseLost, responseLost } from './reliability/response-lost.ts'
import { accountRaces } from './security/account-races.ts'
import { authorisationMatrix } from './security/authorisation/authorisation-matrix.ts'
import { bruteForce } from './security/brute-force.ts'
import { cardCanaries } from './security/card-canaries.ts'
import { costlyPictures } from './security/costly-pictures.ts'
import { describedApi } from './security/described-api.ts'
import { endedSessions } from './security/ended-sessions.ts'
import { enumeration } from './security/enumeration.ts'
import { erasedShoppers } from './security/erased-shoppers.ts'
import { foreignPages } from './security/foreign-pages.ts'
import { fuzz } from './security/fuzz/fuzz.ts'
import { responseHeaders } from './security/headers/response-headers.ts'
import { heldConnections } from './security/held-connections.ts'
import { lockOut } from './security/lock-out.ts'
import { oldSignIns } from './security/old-sign-ins.ts'
import { oneAgainstAll } from './security/one-against-all/one-against-all.ts'
import { orderLinks } from './security/order-links.ts'
import { pageIsolation } from './security/page-isolation.ts'
import { pageSpellings } from './security/page-spellings.ts'
import { rateLimits } from './security/rate-limits.ts'
import { secondFactor } from './security/second-factor.ts'
import { slowPatterns } from './security/slow-patterns.ts'
import { squattingAndKeys } from './security/squatting-and-keys.ts'
import { tamperedOrders } from './security/tampered-orders.ts'
import { mailsForSpamFilters } from './suite/mails-for-spam-filters.ts'
import { suiteProofs } from './suite/suite-proofs.ts'
import { validPages } from './suite/valid-pages.ts'

const reliabilityProofs: Proof[] = [
  doubleSubmit,
  doubleSubmitWithoutKey,
  responseLost,
  killedUnderLoad,
  hotCart,
  recordedHistories,
  mailOfEveryOrder,
  billsWithoutGaps,
  priceRace,
  lostOnce,
  mixedReleases,
  dependencyDown,
  importedProducts,
]

const paymentProofs: Proof[] = [
  paidOnce,
  lateMoney,
  refundsAgainstPacking,
  editsAgainstPacking,
  changedOrders,
  claimsNobodyLooksAt,
  killedWhilePaying,
  forgedMessages,
  unpaidHolds,
  limitedOffer,
]

const durabilityProofs: Proof[] = [powerCuts, diskFaults, steadyUnderLoad]

const securityProofs: Proof[] = [
  authorisationMatrix,
  fuzz,
  cardCanaries,
  tamperedOrders,
  bruteForce,
  enumeration,
  responseHeaders,
  foreignPages,
  pageIsolation,
  endedSessions,
  slowPatterns,
  rateLimits,
  erasedShoppers,
  pageSpellings,
  secondFactor,
  oldSignIns,
  accountRaces,
  lockOut,
  squattingAndKeys,
  orderLinks,
  oneAgainstAll,
  costlyPictures,
  heldConnections,
  describedApi,
  validPages,
  mailsForSpamFilters,
]

const cloudProofs: Proof[] = [
  unitsPerOrder,
  faultyStorage,
  manyRelays,
  killedProcesses,
  hotCartAndPrices,
  cognitoQuotas,
  cloudDoubleSubmit,
  cloudMailOfEveryOrder,
  cloudBillsWithoutGaps,
  cloudLimitedOffer,
  cloudEditsAgainstPacking,
  cloudChangedOrders,
  cloudRecordedHistories,
  largeCatalogue,
  cloudDependencyDown,
  cloudResponseLost,
]

const deploymentProofs: Proof[] = [imageInEmptyRoot]

/**
 * In the order of their ids. The first letter stands for reliability, security, offline, cloud, bills
 * or slow tests.
 */
export const PROOFS: Proof[] = [
  ...cloudProofs,
  ...reliabilityProofs,
  ...paymentProofs,
  ...durabilityProofs,
  ...securityProofs,
  ...suiteProofs,
  ...deploymentProofs,
].toSorted((a, b) => rankOf(a.id) - rankOf(b.id))

/** What a runner found; what it skipped goes by name, so that nobody overlooks it. */
export type Tally = { passed: number; failed: number; skipped: string[] }

export function addUp(tallies: readonly Tally[]): Tally {
  return tallies.reduce((sum, { passed, failed, skipped }) => ({
    passed: sum.passed + passed,
    failed: sum.failed + failed,
    skipped: [...sum.skipped, ...skipped],
  }))
}

export function tallyLines({ passed, failed, skipped }: Tally) {
  return [...skipped.map((name) => `SKIPPED  ${name}`), `${passed} passed, ${failed} failed`]
}

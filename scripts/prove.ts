import { readFileSync, writeFileSync } from 'node:fs'
import { machineLine, table } from '../bench/src/report.ts'
import {
  copyProject,
  FAILED_EXIT_CODE,
  FAULT_PREFIX,
  proveOnCopy,
  withMutation,
} from '../prove/src/mutated-copy.ts'
import { type Proof, runProof, type Verdict, VERDICT_HEAD, verdictRows } from '../prove/src/proof.ts'
import { PROOFS } from '../prove/src/proofs.ts'
import { buildWebOrExit } from './build-web.ts'
import { readCommandLine } from './command-line.ts'
import { mutationSectionOf, withMutationResults } from './mutation-record.ts'
import { findOrInstallBrowser, installJavaIfMissing } from './test-tools.ts'

const PROOFS_FILE = 'docs/proofs.md'
const INTRODUCTION = `The table of the latest \`npm run prove -- --write\`. Each row looks for something that must never happen, in the real store, over HTTP, on real files.
\`npm run prove -- --mutate\` removes the defences behind each row one by one, and the row must then fail.`

const { values, fail, refusePositionals, select } = readCommandLine(
  'npm run prove -- [--row ID]… [--quick | --nightly | --mutate] [--write]',
  {
    row: { type: 'string', multiple: true },
    /** Runs each proof with a few rounds. */
    quick: { type: 'boolean', default: false },
    /** Runs each proof at its largest size. */
    nightly: { type: 'boolean', default: false },
    /** Removes one defence after the other and checks that its proof fails. */
    mutate: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
)
refusePositionals()
const ids = PROOFS.map(({ id }) => id)
const selected = select('row', ids, values.row)
const selectedProofs = PROOFS.filter(({ id }) => selected.has(id))
if (values.quick && values.nightly) fail('--quick and --nightly exclude each other')
if (values.mutate && values.nightly) fail('--mutate and --nightly exclude each other')
if (values.write && !values.mutate && (values.row || values.quick))
  fail('without --mutate, --write excludes --row and --quick')

await buildWebOrExit()
// If Java cannot be installed, the proofs and tests on DynamoDB Local are skipped.
installJavaIfMissing()
if (selectedProofs.some(({ usesBrowser }) => usesBrowser)) {
  process.env['CHROMIUM_PATH'] = findOrInstallBrowser() ?? ''
}
const allHold = values.mutate ? await mutateProofs(selectedProofs) : await runProofs(selectedProofs)
if (!allHold) process.exitCode = FAILED_EXIT_CODE

async function runProofs(proofs: readonly Proof[]) {
  const sizeName = values.nightly ? 'nightly' : values.quick ? 'quick' : 'short'
  const verdicts: Verdict[] = []
  for (const proof of proofs) {
    process.stderr.write(`${proof.id}  ${proof.test}\n`)
    const verdict = await runProof(proof, sizeName)
    verdicts.push(verdict)
    if (verdict.isGreen === false) process.stderr.write(`${FAULT_PREFIX}${verdict.result}\n`)
  }
  const figures = table(VERDICT_HEAD, verdictRows(verdicts))
  process.stdout.write(figures)
  if (values.write)
    writeFileSync(
      PROOFS_FILE,
      `# Proofs\n\n${INTRODUCTION}\n\n${machineLine(new Date())}\n\n${figures}\n${mutationSectionOf(readFileSync(PROOFS_FILE, 'utf8'))}`.trimEnd() +
        '\n',
    )
  // A proof that cannot run on this machine has neither passed nor failed.
  return verdicts.every(({ isGreen }) => isGreen !== false)
}

async function mutateProofs(proofs: readonly Proof[]) {
  const { copy, remove } = copyProject()
  let missed = 0
  try {
    for (const proof of proofs) {
      const reasonToSkip = proof.whyNot?.()
      if (reasonToSkip) {
        process.stdout.write(`skipped            ${proof.id}  ${reasonToSkip}\n`)
        continue
      }
      // A failure shows something only if the proof passes without a mutation.
      const faultBefore = await proveOnCopy(copy, proof)
      if (faultBefore !== null) {
        missed += 1
        process.stdout.write(`RED WITHOUT MUTATION  ${proof.id}  ${faultBefore}\n`)
        continue
      }
      const notNoticed: string[] = []
      for (const mutation of proof.mutations) {
        const fault = await withMutation(copy, mutation, () => proveOnCopy(copy, proof))
        if (fault === null) notNoticed.push(mutation.what)
        const verdict = fault === null ? 'NOT NOTICED      ' : 'red as it must be'
        process.stdout.write(
          `${verdict}  ${proof.id}  ${mutation.what}${fault === null ? '' : `: ${fault}`}\n`,
        )
      }
      missed += notNoticed.length
      if (values.write) {
        const red = proof.mutations.length - notNoticed.length
        const date = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length)
        const document = readFileSync(PROOFS_FILE, 'utf8')
        writeFileSync(PROOFS_FILE, withMutationResults(document, [{ id: proof.id, red, notNoticed, date }]))
      }
    }
  } finally {
    remove()
  }
  return missed === 0
}

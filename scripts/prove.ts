import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { machineLine, table } from '../bench/src/report.ts'
import { copyProject, isGreen, RED, withMutation } from '../prove/src/mutated-copy.ts'
import type { Proof, Verdict } from '../prove/src/proof.ts'
import { PROOFS } from '../prove/src/proofs.ts'
import { runProof } from '../prove/src/run-proof.ts'
import { VERDICT_HEAD, verdictRows } from '../prove/src/verdict-rows.ts'
import { findOrGetBrowser } from './browser.ts'
import { buildWebOrExit } from './build-web.ts'

const PROOFS_FILE = 'docs/proofs.md'
const INTRODUCTION = `The last table of \`npm run prove -- --write\`: what must never happen, looked for in the real store, over HTTP, on real files.
\`npm run prove -- --mutate\` takes the defences behind each row out, one by one, and must turn it red.`

const { values } = parseArgs({
  options: {
    /** May be given several times; all of them otherwise. */
    row: { type: 'string', multiple: true },
    /** As small as in `npm test`. */
    quick: { type: 'boolean', default: false },
    nightly: { type: 'boolean', default: false },
    /** Takes out one defence after the other, and sees whether its proof notices. */
    mutate: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const proofs = PROOFS.filter(({ id }) => values.row?.includes(id) ?? true)
const unknown = values.row?.filter((id) => !PROOFS.some((proof) => proof.id === id)) ?? []
if (unknown.length > 0) {
  process.stderr.write(`Could not prove: there is no ${unknown.join(', ')}\n`)
  process.exit(1)
}
if (values.write && (values.row || values.quick || values.mutate)) {
  process.stderr.write('Could not prove: --write takes the whole table at its short or nightly size\n')
  process.exit(1)
}

await buildWebOrExit()
// What the suite has already may open pages.
if (proofs.some(({ isInSuite }) => isInSuite)) process.env['CHROMIUM_PATH'] = findOrGetBrowser() ?? ''
const isHeld = values.mutate ? await takeDefencesOut(proofs) : await prove(proofs)
if (!isHeld) process.exitCode = RED

async function prove(proofs: readonly Proof[]) {
  const length = values.nightly ? 'nightly' : values.quick ? 'quick' : 'short'
  const verdicts: Verdict[] = []
  for (const proof of proofs) {
    process.stderr.write(`${proof.id}  ${proof.test}\n`)
    verdicts.push(await runProof(proof, length))
  }
  const figures = table(VERDICT_HEAD, verdictRows(verdicts))
  process.stdout.write(figures)
  if (values.write)
    writeFileSync(PROOFS_FILE, `# Proofs\n\n${INTRODUCTION}\n\n${machineLine(new Date())}\n\n${figures}`)
  return verdicts.every(({ isGreen }) => isGreen !== false)
}

async function takeDefencesOut(proofs: readonly Proof[]) {
  const { copy, remove } = copyProject()
  let missed = 0
  try {
    for (const proof of proofs) {
      if (proof.whyNot?.()) {
        process.stdout.write(`skipped            ${proof.id}  ${proof.whyNot()}\n`)
        continue
      }
      // Red means something only where it is green otherwise.
      if (!(await isGreen(copy, proof))) throw new Error(`${proof.id} is red with every defence in place`)
      for (const mutation of proof.mutations) {
        const noticed = await withMutation(copy, mutation, async () => !(await isGreen(copy, proof)))
        if (!noticed) missed += 1
        process.stdout.write(
          `${noticed ? 'red as it must be' : 'NOT NOTICED      '}  ${proof.id}  ${mutation.what}\n`,
        )
      }
    }
  } finally {
    remove()
  }
  return missed === 0
}

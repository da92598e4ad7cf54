import { existsSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { judgeSoak } from '../prove/src/durability/soak/judge-soak.ts'
import { renderSoakPlot } from '../prove/src/durability/soak/soak-plot.ts'
import { type Sample, soak } from '../prove/src/durability/soak/soak.ts'
import { withProofContext } from '../prove/src/proof-context.ts'
import { buildWebOrExit } from './build-web.ts'
import { messageOf, readCommandLine } from './command-line.ts'

const WARM_UP_S = 5

const { values, fail, parsePositiveNumber, refusePositionals } = readCommandLine(
  'npm run soak -- [--minutes N] [--plot FILE]',
  { minutes: { type: 'string', default: '20' }, plot: { type: 'string', default: 'docs/soak.svg' } },
)
refusePositionals()
const minutes = parsePositiveNumber('minutes', values.minutes)
if (!existsSync(dirname(values.plot))) fail(`There is no folder ${dirname(values.plot)}`)

await buildWebOrExit()
try {
  const soaked = await withProofContext((context) =>
    soak(context, { atLeastSeconds: minutes * 60, warmUpSeconds: WARM_UP_S, onSample: printSample }),
  )
  const summary = judgeSoak(soaked)
  writeFileSync(values.plot, renderSoakPlot(soaked, summary))
  process.stdout.write(`${summary}\n`)
} catch (error) {
  process.stdout.write(`FAILED  ${messageOf(error)}\n`)
  process.exitCode = 1
}

function printSample({ seconds, perSecond, p99, residentMB, handles }: Sample) {
  process.stderr.write(
    `${Math.round(seconds)} s  ${Math.round(perSecond)}/s  p99 ${Math.round(p99)} ms  ${Math.round(residentMB)} MB  ${handles ?? '?'} handles\n`,
  )
}

import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { judgeSoak } from '../prove/src/durability/soak/judge-soak.ts'
import { soakPlot } from '../prove/src/durability/soak/soak-plot.ts'
import { type Sample, soak } from '../prove/src/durability/soak/soak.ts'
import { withScene } from '../prove/src/scene.ts'
import { buildWebOrExit } from './build-web.ts'

const WARM_UP_S = 5

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    plot: { type: 'string', default: 'docs/soak.svg' },
  },
})
const minutes = Number(values.minutes)
if (!(minutes > 0)) {
  process.stderr.write('Could not soak: --minutes must be a number above 0\n')
  process.exit(1)
}

await buildWebOrExit()
try {
  const soaked = await withScene((scene) =>
    soak(scene, { atLeastSeconds: minutes * 60, warmUpSeconds: WARM_UP_S, onSample: tell }),
  )
  const line = judgeSoak(soaked)
  writeFileSync(values.plot, soakPlot(soaked, line))
  process.stdout.write(`${line}\n`)
} catch (error) {
  process.stdout.write(`FAILED  ${(error as Error).message}\n`)
  process.exitCode = 1
}

function tell({ seconds, perSecond, p99, residentMB, handles }: Sample) {
  process.stderr.write(
    `${Math.round(seconds)} s  ${Math.round(perSecond)}/s  p99 ${Math.round(p99)} ms  ${Math.round(residentMB)} MB  ${handles ?? '?'} handles\n`,
  )
}

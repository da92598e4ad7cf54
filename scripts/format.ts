import { spawnSync } from 'node:child_process'

const { status } = spawnSync(process.execPath, ['node_modules/oxfmt/bin/oxfmt'], { stdio: 'inherit' })
process.exitCode = status ?? 1

import { readSettings } from '@nashta/service-kit/process/settings'
import { backUp, keysFolderOf } from './back-up-data.ts'
import { loadEnvironment, messageOf, readCommandLine } from './command-line.ts'

const { positionals, fail } = readCommandLine('npm run backup -- NEW_FOLDER', {})
const [folder = fail('Nothing done'), ...rest] = positionals
if (rest.length > 0) fail('Nothing done')

try {
  loadEnvironment()
  backUp(readSettings(process.env).DATA_DIR, folder)
  process.stdout.write(`The backup is in ${folder}, its keys are in ${keysFolderOf(folder)}\n`)
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}

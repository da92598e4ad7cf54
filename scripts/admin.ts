import { readSettings } from '@nashta/service-kit/process/settings'
import { openSqlitePoolAdmin } from '../apps/identity/src/sqlite-pool-admin.ts'
import { loadEnvironment, messageOf, readCommandLine } from './command-line.ts'

type PoolAdmin = ReturnType<typeof openSqlitePoolAdmin>
/** `run` resolves to the line to print. Commands without a parameter ignore `email`. */
type Command = { parameterCount: 0 | 1; run: (admin: PoolAdmin, email: string) => Promise<string> }

const COMMANDS: Record<string, Command> = {
  grant: {
    parameterCount: 1,
    async run(admin, email) {
      await admin.grant(email)
      return `${email} will be an administrator at the next sign-in`
    },
  },
  revoke: {
    parameterCount: 1,
    async run(admin, email) {
      await admin.revoke(email)
      return `${email} is no longer an administrator and was signed out`
    },
  },
  'second-factor-off': {
    parameterCount: 1,
    async run(admin, email) {
      await admin.turnOffSecondFactor(email)
      return `${email} signs in with the password alone from now on, and was signed out`
    },
  },
  list: {
    parameterCount: 0,
    run: async (admin) => (await admin.list()).join('\n') || 'There is no administrator yet',
  },
  'rotate-keys': {
    parameterCount: 0,
    async run(admin) {
      await admin.rotateKeys()
      return 'New keys sign from now on; tokens signed with the old keys stay valid until they expire'
    },
  },
}

const { chooseCommand } = readCommandLine(
  'npm run admin -- grant EMAIL | revoke EMAIL | second-factor-off EMAIL | list | rotate-keys',
  {},
)
const { command, parameters } = chooseCommand(COMMANDS, ({ parameterCount }) => parameterCount)

try {
  loadEnvironment()
  const admin = openSqlitePoolAdmin(readSettings(process.env).DATA_DIR, () => new Date())
  try {
    const [email = ''] = parameters
    process.stdout.write(`${await command.run(admin, email)}\n`)
  } finally {
    await admin.close()
  }
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}

import { readSettings } from '@nashta/service-kit/process/settings'
import { openSqlitePoolAdmin } from '../apps/identity/src/sqlite-pool-admin.ts'
import { loadEnvironment, messageOf, readCommandLine } from './command-line.ts'

type PoolAdmin = ReturnType<typeof openSqlitePoolAdmin>
type Input = { email: string; now: boolean }
/** `run` resolves to the line to print. Commands without a parameter ignore `email`. */
type Command = { parameterCount: 0 | 1; run: (admin: PoolAdmin, input: Input) => Promise<string> }

const COMMANDS: Record<string, Command> = {
  grant: {
    parameterCount: 1,
    async run(admin, { email }) {
      const sub = await admin.grant(email)
      return `${email} (${sub}) will be an administrator at the next sign-in`
    },
  },
  revoke: {
    parameterCount: 1,
    async run(admin, { email }) {
      await admin.revoke(email)
      return `${email} is no longer an administrator and was signed out`
    },
  },
  'second-factor-off': {
    parameterCount: 1,
    async run(admin, { email }) {
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
    async run(admin, { now }) {
      await admin.rotateKeys({ endTrust: now })
      const oldTokens = now ? 'are refused from now on' : 'stay valid until they expire'
      return `New keys sign from now on; tokens signed with the old keys ${oldTokens}`
    },
  },
}

const { chooseCommand, values } = readCommandLine(
  'npm run admin -- grant EMAIL | revoke EMAIL | second-factor-off EMAIL | list | rotate-keys [--now]',
  { now: { type: 'boolean', default: false } },
)
const { command, parameters } = chooseCommand(COMMANDS, ({ parameterCount }) => parameterCount)

try {
  loadEnvironment()
  const admin = openSqlitePoolAdmin(readSettings(process.env).DATA_DIR, () => new Date())
  try {
    const [email = ''] = parameters
    process.stdout.write(`${await command.run(admin, { email, now: values.now })}\n`)
  } finally {
    await admin.close()
  }
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}

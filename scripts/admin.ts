import { readSettings } from '@nashta/service-kit/process/settings'
import { openSqlitePoolAdmin } from '../apps/identity/src/sqlite-pool-admin.ts'
import { loadEnvironment, messageOf, readCommandLine } from './command-line.ts'

type PoolAdmin = ReturnType<typeof openSqlitePoolAdmin>
type Command = { parameters: number; run: (admin: PoolAdmin, email: string) => Promise<string> }

const COMMANDS: Record<string, Command> = {
  grant: {
    parameters: 1,
    async run(admin, email) {
      await admin.grant(email)
      return `${email} is an administrator from the next sign-in on`
    },
  },
  revoke: {
    parameters: 1,
    async run(admin, email) {
      await admin.revoke(email)
      return `${email} is no administrator any more, and signed out`
    },
  },
  list: {
    parameters: 0,
    run: async (admin) => (await admin.list()).join('\n') || 'There is no administrator yet',
  },
  'rotate-keys': {
    parameters: 0,
    async run(admin) {
      await admin.rotateKeys()
      return 'New keys sign from now on; what the old ones signed stays good until it expires'
    },
  },
}

const { chooseCommand } = readCommandLine(
  'npm run admin -- grant EMAIL | revoke EMAIL | list | rotate-keys',
  {},
)
const { command, parameters } = chooseCommand(COMMANDS, (chosen) => chosen.parameters)

try {
  loadEnvironment()
  const admin = openSqlitePoolAdmin(readSettings(process.env).DATA_DIR, () => new Date())
  try {
    process.stdout.write(`${await command.run(admin, parameters[0] ?? '')}\n`)
  } finally {
    await admin.close()
  }
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}

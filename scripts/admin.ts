import { readSettings } from '@nashta/service-kit/process/settings'
import { openSqlitePoolAdmin } from '../apps/identity/src/sqlite-pool-admin.ts'
import { loadEnvironment } from './environment.ts'

type Admin = ReturnType<typeof openSqlitePoolAdmin>

const USAGE = 'say one of: npm run admin -- grant EMAIL, revoke EMAIL, list, rotate-keys'

const COMMANDS: Record<
  string,
  { parameters: number; run: (admin: Admin, email: string) => Promise<string> }
> = {
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

try {
  loadEnvironment()
  process.stdout.write(`${await perform(process.argv.slice(2))}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

async function perform([name = '', ...parameters]: string[]) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command || parameters.length !== command.parameters) throw new Error(`Nothing done: ${USAGE}`)

  const admin = openSqlitePoolAdmin(readSettings(process.env).DATA_DIR, () => new Date())
  try {
    return await command.run(admin, parameters[0] ?? '')
  } finally {
    await admin.close()
  }
}

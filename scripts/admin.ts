import { OPERATOR_ROLES, type OperatorRole } from '@nashta/contracts/api/operator-roles'
import { readSettings } from '@nashta/service-kit/process/settings'
import { openSqlitePoolAdmin } from '../apps/identity/src/sqlite-pool-admin.ts'
import { EXPORTS, type ExportName } from '../apps/shop-api/src/exports/exports.ts'
import { loadEnvironment, messageOf, readCommandLine } from './command-line.ts'
import { fillWithDemoOrders } from './demo/fill-with-demo-orders.ts'
import { readImport, writeExport } from './files.ts'

type PoolAdmin = ReturnType<typeof openSqlitePoolAdmin>
type Input = {
  email: string
  role: OperatorRole
  /** The parameter of `demo-orders`, not parsed yet. */
  orderCount: string
  /** The option `--now` of `rotate-keys`. */
  refuseOldTokens: boolean
  /** The option `--yes` of `demo-orders` and `import`. */
  isConfirmed: boolean
  parameters: readonly string[]
}
type Command = {
  /** The allowed numbers of parameters. */
  parameterCounts: readonly number[]
  /** Whether the second parameter is a role. */
  takesRole?: true
  /** Resolves to the text to print. */
  run: (admin: PoolAdmin, input: Input) => Promise<string>
}

const DEMO_ORDERS_DEFAULT = '500'
const EXPORT_NAMES = Object.keys(EXPORTS) as ExportName[]

const COMMANDS: Record<string, Command> = {
  grant: {
    parameterCounts: [1, 2],
    takesRole: true,
    async run(admin, { email, role }) {
      const sub = await admin.grant(email, role)
      return `${email} (${sub}) has the role ${role} from the next sign-in on`
    },
  },
  revoke: {
    parameterCounts: [1, 2],
    takesRole: true,
    async run(admin, { email, role }) {
      await admin.revoke(email, role)
      return `${email} no longer has the role ${role} and was signed out`
    },
  },
  'second-factor-off': {
    parameterCounts: [1],
    async run(admin, { email }) {
      await admin.turnOffSecondFactor(email)
      return `${email} signs in with the password alone from now on, and was signed out`
    },
  },
  list: {
    parameterCounts: [0],
    async run(admin) {
      const lines = (await admin.list()).map(({ email, roles }) => `${email} ${roles.join(', ')}`)
      return lines.join('\n') || 'There is no operator yet'
    },
  },
  'demo-orders': {
    parameterCounts: [0, 1],
    async run(_admin, { orderCount, isConfirmed }) {
      const placed = await fillWithDemoOrders({
        settings: readSettings(process.env),
        count: parseOrderCount(orderCount),
        isRealShopAllowed: isConfirmed,
        now: new Date(),
        random: Math.random,
      })
      return `${placed} orders of the last 30 days were added`
    },
  },
  export: {
    parameterCounts: [2],
    async run(_admin, { parameters: [name = '', path = ''] }) {
      const file = EXPORT_NAMES.find((each) => each === name)
      if (!file) throw new Error(`There is no file ${name}, only ${EXPORT_NAMES.join(', ')}`)
      await writeExport(readSettings(process.env), file, path, () => new Date())
      return `${path} is written`
    },
  },
  import: {
    parameterCounts: [2],
    async run(_admin, { parameters: [name, path = ''], isConfirmed }) {
      if (name !== 'products') throw new Error('Only products can be imported')
      return readImport(readSettings(process.env), path, !isConfirmed, () => new Date())
    },
  },
  'rotate-keys': {
    parameterCounts: [0],
    async run(admin, { refuseOldTokens }) {
      await admin.rotateKeys({ refuseOldTokens })
      const oldTokens = refuseOldTokens ? 'are refused from now on' : 'stay valid until they expire'
      return `New keys sign from now on; tokens signed with the old keys ${oldTokens}`
    },
  },
}

const { chooseCommand, fail, values } = readCommandLine(
  'npm run admin -- grant EMAIL [ROLE] | revoke EMAIL [ROLE] | second-factor-off EMAIL | list | rotate-keys [--now] | demo-orders [COUNT] [--yes] | export NAME FILE | import products FILE [--yes]',
  { now: { type: 'boolean', default: false }, yes: { type: 'boolean', default: false } },
)
const { command, parameters } = chooseCommand(COMMANDS, ({ parameterCounts }) => parameterCounts)
// The first parameter is an e-mail address or, for `demo-orders`, a count.
const [email = '', secondParameter = 'admin'] = parameters
const [orderCount = DEMO_ORDERS_DEFAULT] = parameters
const roleName = command.takesRole ? secondParameter : 'admin'
const role =
  OPERATOR_ROLES.find((each) => each === roleName) ??
  fail(`There is no role ${roleName}, only ${OPERATOR_ROLES.join(', ')}`)

try {
  loadEnvironment()
  const { DATA_DIR, PORT, PUBLIC_URL = `http://localhost:${PORT}` } = readSettings(process.env)
  const admin = openSqlitePoolAdmin(DATA_DIR, () => new Date(), { publicUrl: PUBLIC_URL })
  try {
    const input = {
      email,
      role,
      orderCount,
      refuseOldTokens: values.now,
      isConfirmed: values.yes,
      parameters,
    }
    process.stdout.write(`${await command.run(admin, input)}\n`)
  } finally {
    await admin.close()
  }
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}

/** Throws instead of ending the process, so that the database of the pool is closed. */
function parseOrderCount(text: string) {
  const count = Number(text)
  if (count > 0 && Number.isSafeInteger(count)) return count
  throw new Error('COUNT must be a whole number above 0')
}

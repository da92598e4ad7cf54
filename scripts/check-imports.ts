import { type Import, importCycles, readImports } from './import-graph.ts'

/** A package imports only from the floors below its own. */
const PACKAGE_FLOORS = [
  ['contracts', 'dynamodb', 'sqlite', 'ui'],
  ['browser', 'service-kit'],
  ['images', 'outbox'],
  ['mail'],
]

const TEST_FOLDERS = ['e2e', 'bench', 'prove']
const TEST_FILE = /\.(?:test|suite|fixture)\.tsx?$/

type Rule = (edge: Import & { to: string }) => string | false

const RULES: Rule[] = [
  ({ from, to }) => isIn(from, 'packages') && isIn(to, 'apps') && 'a package never imports an app',

  ({ from, to }) =>
    isIn(from, 'packages') &&
    isIn(to, 'packages') &&
    part(from) !== part(to) &&
    floor(to) >= floor(from) &&
    'packages import downward only',

  ({ from, to }) =>
    isIn(from, 'apps') &&
    isIn(to, 'apps') &&
    part(from) !== part(to) &&
    part(from) !== 'apps/store' &&
    'apps never import apps, except the store',

  ({ from, to }) => isIn(to, 'scripts') && !isIn(from, 'scripts') && 'only a script imports a script',

  ({ from, to }) =>
    TEST_FOLDERS.some((folder) => isIn(to, folder)) &&
    part(from) !== part(to) &&
    !isIn(from, 'scripts') &&
    'only scripts import journeys, measurements or proofs',

  ({ from, to }) => isIn(from, WEB.features) && isIn(to, WEB.routes) && 'a feature never imports a route',

  ({ from, to }) =>
    isIn(from, WEB.features) &&
    isIn(to, WEB.features) &&
    feature(from) !== feature(to) &&
    'features do not import each other: the route composes them',

  ({ from, to }) =>
    isIn(from, 'apps/web/app') &&
    isIn(to, 'packages') &&
    !BROWSER_PACKAGES.has(part(to)) &&
    'the storefront talks to services by contract only',

  ({ from, to }) =>
    ['packages/sqlite', 'packages/dynamodb'].includes(part(to)) &&
    part(from) !== part(to) &&
    !from.includes('/src/adapters/') &&
    !isComposition(from) &&
    'only an adapter imports its database',

  ({ from, to }) =>
    isIn(from, 'apps/web/app') &&
    isIn(to, 'apps/web/server') &&
    'the storefront does not import the server that renders it',

  ({ from, to }) =>
    to.includes('/src/adapters/') &&
    !from.includes('/src/adapters/') &&
    !isComposition(from) &&
    'only a composition chooses an adapter',

  ({ from, to }) =>
    to.endsWith('-routes.ts') &&
    !from.endsWith('/create-app.ts') &&
    !isTesting(from) &&
    'routes are imported by their app only',

  ({ from, to }) => TEST_FILE.test(to) && !isTesting(from) && 'production code does not import test code',
]

const WEB = { routes: 'apps/web/app/routes', features: 'apps/web/app/features' }

/** A browser app may import these packages. */
const BROWSER_PACKAGES = new Set(['packages/browser', 'packages/contracts', 'packages/ui'])

/** One sentence for each import that breaks a rule. */
export function brokenImportRules(imports: readonly Import[]): string[] {
  return imports.flatMap((edge) => {
    const { from, specifier, to } = edge
    const broken =
      to === null ? foreignRule(from, specifier) : RULES.map((rule) => rule({ ...edge, to })).find(Boolean)
    return broken ? [`${from} imports ${specifier}: ${broken}`] : []
  })
}

/** The contracts are loaded in browsers and servers, so zod is their only dependency. */
function foreignRule(from: string, specifier: string) {
  if (part(from) !== 'packages/contracts' || TEST_FILE.test(from) || specifier === 'zod/mini') return false
  return 'contracts import zod/mini only'
}

function isComposition(file: string) {
  return (
    part(file) === 'apps/store' ||
    /\/(?:main|training-job|(?:sqlite|dynamodb)-[\w-]+)\.ts$/.test(file) ||
    isTesting(file)
  )
}

/** Journeys, measurements, proofs and their scripts compose parts as tests do. */
function isTesting(file: string) {
  return TEST_FILE.test(file) || [...TEST_FOLDERS, 'scripts'].some((folder) => isIn(file, folder))
}

function isIn(file: string, folder: string) {
  return file.startsWith(`${folder}/`)
}

/** `apps/store`, `packages/sqlite`, `scripts`. */
function part(file: string) {
  const [top = '', name = ''] = file.split('/')
  return top === 'apps' || top === 'packages' ? `${top}/${name}` : top
}

function feature(file: string) {
  return file.slice(WEB.features.length + 1).split('/')[0]
}

function floor(file: string) {
  const name = part(file).split('/')[1] ?? ''
  const index = PACKAGE_FLOORS.findIndex((names) => names.includes(name))
  if (index === -1) throw new Error(`packages/${name} has no floor yet: give it one in check-imports.ts`)
  return index
}

if (import.meta.main) {
  const imports = readImports('.')
  const broken = [...brokenImportRules(imports), ...importCycles(imports).map((cycle) => `cycle: ${cycle}`)]
  process.stdout.write(broken.map((line) => `${line}\n`).join(''))
  process.stdout.write(`${imports.length} imports, ${broken.length} broken rules\n`)
  process.exitCode = broken.length > 0 || imports.length === 0 ? 1 : 0
}

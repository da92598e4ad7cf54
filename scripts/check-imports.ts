import { folderImports, type Import, importCycles, readImports } from './import-graph.ts'

/** The layers of the packages, lowest first. A package imports only packages of lower layers. */
const PACKAGE_LAYERS = [
  ['contracts', 'dynamodb', 'sqlite', 'ui'],
  ['browser', 'service-kit'],
  ['images', 'outbox'],
  ['documents', 'mail'],
]

/** Programs around the store. They may import what tests may import. Only scripts import them. */
const TOOL_FOLDERS = ['e2e', 'bench', 'prove', 'deploy']
const TEST_FILE = /\.(?:test|suite|fixture)\.tsx?$|\/test-support\//

/**
 * `main.ts` is the composition of a process, and `training-job.ts` that of the training thread.
 * `choose-storage.ts` chooses the storage by the settings. A file with the name of a database is a
 * composition in an app (`sqlite-storage.ts`), and an adapter in a package (`sqlite-outbox.ts`).
 */
const COMPOSITION_OR_ADAPTER = /\/(?:main|training-job|choose-storage|(?:sqlite|dynamodb)-[\w-]+)\.ts$/

const ADAPTER_OF_PACKAGE = /\/(?:sqlite|dynamodb|disk|s3)-[\w-]+\.ts$/

/** The folders whose code runs in browsers. Each has `routes` and `features`. */
const BROWSER_APPS = ['apps/web/app', 'apps/desk/app']
const BROWSER_PACKAGES = new Set(['packages/browser', 'packages/contracts', 'packages/ui'])

const SERVICE_ERROR = 'packages/service-kit/src/service-error.ts'
/** The texts that shoppers and operators read. */
const TEXTS = /^packages\/contracts\/.*-texts\.ts$/

/** Returns the rule in words for an import that breaks it, and false for any other import. */
type Rule = (edge: Import & { to: string }) => string | false

const RULES: Rule[] = [
  ({ from, to }) => isIn(from, 'packages') && isIn(to, 'apps') && 'a package never imports an app',

  ({ from, to }) =>
    isIn(from, 'packages') &&
    isIn(to, 'packages') &&
    workspaceOf(from) !== workspaceOf(to) &&
    layerOf(to) >= layerOf(from) &&
    'packages import downward only',

  ({ from, to }) =>
    isIn(from, 'apps') &&
    isIn(to, 'apps') &&
    workspaceOf(from) !== workspaceOf(to) &&
    workspaceOf(from) !== 'apps/store' &&
    'apps never import apps, except the store',

  ({ from, to }) => isIn(to, 'scripts') && !isIn(from, 'scripts') && 'only a script imports a script',

  ({ from, to }) =>
    TOOL_FOLDERS.some((folder) => isIn(to, folder)) &&
    workspaceOf(from) !== workspaceOf(to) &&
    !isIn(from, 'scripts') &&
    'only scripts import journeys, measurements, proofs or deployments',

  ({ from, to }) =>
    featureOf(from) !== null &&
    BROWSER_APPS.some((app) => isIn(to, `${app}/routes`)) &&
    'a feature never imports a route',

  ({ from, to }) =>
    featureOf(from) !== null &&
    featureOf(to) !== null &&
    featureOf(from) !== featureOf(to) &&
    'features do not import each other: the route composes them',

  ({ from, to }) =>
    BROWSER_APPS.some((app) => isIn(from, app)) &&
    isIn(to, 'packages') &&
    !BROWSER_PACKAGES.has(workspaceOf(to)) &&
    'storefront and desk talk to services by contract only',

  ({ from, to }) =>
    ['packages/sqlite', 'packages/dynamodb'].includes(workspaceOf(to)) &&
    workspaceOf(from) !== workspaceOf(to) &&
    !from.includes('/src/adapters/') &&
    !mayImportAdapters(from) &&
    'only an adapter imports its database',

  ({ from, to }) =>
    isIn(from, 'apps/web/app') &&
    isIn(to, 'apps/web/server') &&
    'the storefront does not import the server that renders it',

  ({ from, to }) =>
    to.includes('/src/adapters/') &&
    !from.includes('/src/adapters/') &&
    !mayImportAdapters(from) &&
    'only a composition chooses an adapter',

  ({ from, to }) =>
    isAdapter(from) &&
    !TEST_FILE.test(from) &&
    (to === SERVICE_ERROR || TEXTS.test(to)) &&
    'an adapter has no text for shoppers and no error of its own: the service decides',

  ({ from, to }) =>
    to.endsWith('-routes.ts') &&
    !from.endsWith('/create-app.ts') &&
    !isTestOrTool(from) &&
    'routes are imported by their app only',

  ({ from, to }) => TEST_FILE.test(to) && !isTestOrTool(from) && 'production code does not import test code',
]

/** One sentence for each import that breaks a rule. */
export function brokenImportRules(imports: readonly Import[]): string[] {
  return imports.flatMap((edge) => {
    const { from, specifier, to } = edge
    const broken =
      to === null
        ? brokenExternalRule(from, specifier)
        : RULES.map((rule) => rule({ ...edge, to })).find(Boolean)
    return broken ? [`${from} imports ${specifier}: ${broken}`] : []
  })
}

/**
 * Import cycles between sibling folders of apps and packages, such as `orders → payments → orders`.
 * Tests do not count, because the test of a rule may use the whole store.
 */
export function folderCycles(imports: readonly Import[]): string[] {
  return importCycles(
    folderImports(imports.filter(({ from, to }) => to !== null && isProduction(from) && isProduction(to))),
  )
}

function isProduction(file: string) {
  return (isIn(file, 'apps') || isIn(file, 'packages')) && !TEST_FILE.test(file)
}

/**
 * Checks an import from outside this repository. The contracts are loaded in browsers and servers,
 * so zod is their only dependency.
 */
function brokenExternalRule(from: string, specifier: string) {
  if (workspaceOf(from) !== 'packages/contracts' || TEST_FILE.test(from) || specifier === 'zod/mini')
    return false
  return 'contracts import zod/mini only'
}

/** An adapter of an app, or of a package, such as `sqlite-outbox.ts`. */
function isAdapter(file: string) {
  return file.includes('/src/adapters/') || (isIn(file, 'packages') && ADAPTER_OF_PACKAGE.test(file))
}

/** All of `apps/store` is the composition of the store. */
function mayImportAdapters(file: string) {
  const isInStore = workspaceOf(file) === 'apps/store'
  return isInStore || COMPOSITION_OR_ADAPTER.test(file) || isTestOrTool(file)
}

function isTestOrTool(file: string) {
  return TEST_FILE.test(file) || [...TOOL_FOLDERS, 'scripts'].some((folder) => isIn(file, folder))
}

function isIn(file: string, folder: string) {
  return file.startsWith(`${folder}/`)
}

/** The app, the package or the top folder of a file: `apps/store`, `packages/sqlite`, `scripts`. */
function workspaceOf(file: string) {
  const [top = '', name = ''] = file.split('/')
  return top === 'apps' || top === 'packages' ? `${top}/${name}` : top
}

/** The folder of the feature, as in `apps/web/app/features/cart`. Null for a file of no feature. */
function featureOf(file: string) {
  const app = BROWSER_APPS.find((each) => isIn(file, `${each}/features`))
  if (app === undefined) return null
  const features = `${app}/features/`
  const [feature] = file.slice(features.length).split('/')
  return `${features}${feature}`
}

function layerOf(file: string) {
  const name = workspaceOf(file).split('/')[1] ?? ''
  const index = PACKAGE_LAYERS.findIndex((names) => names.includes(name))
  if (index === -1) throw new Error(`packages/${name} has no layer yet: add it to check-imports.ts`)
  return index
}

if (import.meta.main) {
  const imports = readImports('.')
  const broken = [
    ...brokenImportRules(imports),
    ...importCycles(imports).map((cycle) => `cycle: ${cycle}`),
    ...folderCycles(imports).map((cycle) => `cycle of folders: ${cycle}`),
  ]
  process.stdout.write(broken.map((line) => `${line}\n`).join(''))
  process.stdout.write(`${imports.length} imports, ${broken.length} broken rules\n`)
  process.exitCode = broken.length > 0 || imports.length === 0 ? 1 : 0
}

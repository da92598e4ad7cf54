import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProofContext } from '../proof-context.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { freePort } from '../reliability/restartable-store.ts'
import { parseDockerfile, parseDockerignore, type Stage, type Step } from './dockerfile.ts'
import {
  copyInto,
  installDebian,
  installNode,
  type Program,
  registryEnvironment,
  startIn,
  whyNoEmptyRoot,
} from './empty-root.ts'

const PROJECT = join(import.meta.dirname, '../../..')
const START_TIMEOUT_MS = 120_000
const POLL_MS = 200
const SHOWN_CHARACTERS = 400

export const imageInEmptyRoot: Proof = {
  id: 'R18',
  test: "The Dockerfile's steps run in empty folders with Debian's packages, and the store starts there",
  sizes: { quick: 1, short: 1, nightly: 1 },
  unit: 'run',
  whyNot: whyNoEmptyRoot,
  async run(context) {
    const stages = parseDockerfile(readFileSync(join(PROJECT, 'Dockerfile'), 'utf8'))
    const scratch = context.freshFolder()
    const debian = join(scratch, 'debian')
    installDebian(debian)
    const roots = new Map<string, string>()
    for (const [index, stage] of stages.entries()) {
      const root = join(scratch, `stage-${index}`)
      copyInto(root, '.', `${debian}/.`)
      roots.set(stage.name, root)
      await buildStage(stage, { root, roots, scratch })
    }
    const image = stages.at(-1)
    const root = roots.get(image?.name ?? '')
    if (!image || !root) throw new Error('the Dockerfile makes no image')
    return runImage(context, image, root)
  },
  mutations: [
    {
      what: 'the store runs as root',
      file: 'Dockerfile',
      from: 'USER 10001:10001',
      to: 'USER 0:0',
    },
    {
      what: 'the data folder belongs to root',
      file: 'Dockerfile',
      from: ' && chown 10001:10001 /data /backups',
      to: '',
    },
    {
      what: 'the packages for development are in the image',
      file: 'Dockerfile',
      from: '--omit=dev',
      to: '--include=dev',
    },
  ],
}

/** `roots` has the root of each stage so far, by the stage's name. */
type Build = { root: string; roots: ReadonlyMap<string, string>; scratch: string }

async function buildStage({ base, steps }: Stage, { root, roots, scratch }: Build) {
  const [, version] = /^node:(\d+)-bookworm-slim$/.exec(base) ?? []
  if (version) installNode(root, version, scratch)
  else if (base !== 'debian:bookworm-slim') throw new Error(`this proof does not know the image ${base}`)
  const environment = registryEnvironment(root)
  let folder = '/'
  for (const step of steps) {
    if (step.kind === 'WORKDIR') {
      folder = step.path
      mkdirSync(join(root, folder), { recursive: true })
    } else if (step.kind === 'COPY') copyStep(step, { root, roots, folder })
    else await runToEnd(root, { command: ['sh', '-c', step.command], environment, folder, user: '0:0' })
  }
}

function copyStep(
  { from, source, target }: Extract<Step, { kind: 'COPY' }>,
  { root, roots, folder }: Omit<Build, 'scratch'> & { folder: string },
) {
  const stageRoot = from === null ? undefined : roots.get(from)
  if (stageRoot) copyInto(root, target, join(stageRoot, source))
  else if (from === null && source === '.' && target === '.') copyContext(join(root, folder))
  else throw new Error(`this proof does not know COPY ${source} ${target}`)
}

/** Copies the files of the project that .dockerignore lets into the image. */
function copyContext(target: string) {
  const isIncluded = parseDockerignore(readFileSync(join(PROJECT, '.dockerignore'), 'utf8'))
  for (const entry of readdirSync(PROJECT).filter(isIncluded)) {
    cpSync(join(PROJECT, entry), join(target, entry), {
      recursive: true,
      filter: (path) => isIncluded(relative(PROJECT, path)),
    })
  }
}

async function runToEnd(root: string, program: Program) {
  const child = startIn(root, program)
  const [code, stdout, stderr] = await Promise.all([
    once(child, 'close').then(([exitCode]) => Number(exitCode)),
    text(child.stdout),
    text(child.stderr),
  ])
  if (code !== 0)
    throw new Error(
      `${program.command.join(' ')} ended with ${code}: ${(stdout + stderr).slice(-SHOWN_CHARACTERS)}`,
    )
}

/** Starts the image as a container host would, on a free port. */
async function runImage(context: ProofContext, image: Stage, root: string) {
  const port = await freePort()
  const { environment, workFolder: folder, user } = image
  const program = { environment: { ...environment, PORT: String(port) }, folder, user }
  const store = startIn(root, { ...program, command: image.command })
  context.atEnd(() => store.kill('SIGKILL'))
  const exited = once(store, 'exit')
  const errors = text(store.stderr)
  const url = `http://127.0.0.1:${port}`
  const exitBeforeHealthy = await Promise.race([exited, waitUntilHealthy(url)])
  if (exitBeforeHealthy) throw new Error(`the store ended: ${(await errors).slice(-SHOWN_CHARACTERS)}`)

  await runToEnd(root, { ...program, command: image.healthCheck })
  const storeProcess = findStoreProcess(root)
  const products = (await (await fetch(`${url}/api/products`)).json()) as { data: unknown[] }
  const page = await fetch(url)
  const demoProducts = readFileSync(join(PROJECT, 'catalogue/products.json'), 'utf8')
  const data = statSync(join(root, 'data/shop.sqlite'))
  const installed = new Set(readdirSync(join(root, 'app/node_modules')))
  process.kill(storeProcess.pid, 'SIGTERM')
  const [exitCode] = await exited
  expectFigures({
    'user of the process': [storeProcess.uid, 10_001],
    'owner of the data': [data.uid, 10_001],
    'products listed': [products.data.length, (JSON.parse(demoProducts) as unknown[]).length],
    'status of the home page': [page.status, 200],
    'packages for development': [
      ['vitest', 'knip', 'aws-cdk-lib'].filter((name) => installed.has(name)).join(),
      '',
    ],
    'exit code after SIGTERM': [Number(exitCode), 0],
  })
  return `/healthz, home page and ${products.data.length} products from a root without files of this machine, on ${process.arch}, as user 10001; a clean stop`
}

async function waitUntilHealthy(url: string): Promise<null> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    const response = await fetch(`${url}/healthz`).catch(() => null)
    if (response?.status === 200) return null
  }
  throw new Error('the store was not healthy in time')
}

/**
 * Finds the process of the store by the root that it runs in. Signals must go to this process: our
 * child process is `unshare`, which does not pass them on.
 */
function findStoreProcess(root: string) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const pid = pids.find((candidate) => rootOf(candidate) === root && commandOf(candidate).includes('main.ts'))
  if (!pid) throw new Error('the process of the store was not found')
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return { pid: Number(pid), uid: Number(/^Uid:\t(\d+)/m.exec(status)?.[1]) }
}

/** The root of a process, or null if it cannot be read because the process has ended. */
function rootOf(pid: string) {
  try {
    return readlinkSync(`/proc/${pid}/root`)
  } catch {
    return null
  }
}

function commandOf(pid: string) {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
}

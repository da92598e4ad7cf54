import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Mutation, Proof } from './proof.ts'
import { replaceFragment } from './replace-fragment.ts'

const PROJECT = join(import.meta.dirname, '../..')
/** The folder in node_modules with a link to each workspace. */
const WORKSPACE_LINKS = '@nashta'
/**
 * Builds make these folders, and git ignores them. With them, the copy builds again only after a
 * mutation of a browser app.
 */
const BUILD_FOLDERS = ['apps/web/build', 'apps/web/.react-router', 'apps/desk/build']

/** The names of the project's files, in a copy. */
const LISTING = '.project-files'

/** A copy of the project, in which a defence can be removed. */
export function copyProject() {
  mkdirSync(join(PROJECT, '.cache'), { recursive: true })
  const copy = mkdtempSync(join(PROJECT, '.cache/mutated-'))
  const listing = listFiles()
  writeFileSync(join(copy, LISTING), listing)
  for (const file of listing.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(PROJECT, file), join(copy, file))
  }
  // A clone has the types of the routes only after its types were checked.
  for (const folder of BUILD_FOLDERS.filter((name) => existsSync(join(PROJECT, name))))
    cpSync(join(PROJECT, folder), join(copy, folder), { recursive: true })
  linkModules(copy)
  return { copy, remove: () => rmSync(copy, { recursive: true }) }
}

/** Git ignores a copy, so a proof that copies the copy reads the listing in it. */
function listFiles(): string {
  const ofCopy = join(PROJECT, LISTING)
  if (existsSync(ofCopy)) return readFileSync(ofCopy, 'utf8')
  const options = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  return execFileSync('git', options, { cwd: PROJECT, encoding: 'utf8' })
}

/**
 * Links the installed packages of the project. Links to workspaces are copied instead: they are
 * relative, so in the copy they lead to the copied workspaces.
 */
function linkModules(copy: string) {
  const [from, to] = [join(PROJECT, 'node_modules'), join(copy, 'node_modules')]
  mkdirSync(to)
  for (const entry of readdirSync(from)) {
    if (entry === WORKSPACE_LINKS)
      cpSync(join(from, entry), join(to, entry), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(from, entry), join(to, entry))
  }
  // A workspace has its own folder where its version of a package differs from the root's.
  for (const modules of globSync(
    workspaces().map((folder) => `${folder}/node_modules`),
    { cwd: PROJECT },
  )) {
    symlinkSync(join(PROJECT, modules), join(copy, modules))
  }
}

function workspaces(): string[] {
  const { workspaces: folders } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
    workspaces: string[]
  }
  return folders
}

/** Runs `work` while one defence is removed. */
export async function withMutation<Result>(
  copy: string,
  { file, from, to }: Mutation,
  work: () => Promise<Result>,
): Promise<Result> {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  const mutated = replaceFragment(source, from, to)
  if (mutated === null) throw new Error(`${file} does not hold ${JSON.stringify(from)} once`)
  writeFileSync(path, mutated)
  try {
    return await work()
  } finally {
    writeFileSync(path, source)
  }
}

/** The exit code of `npm run prove` when a proof has failed. After other errors it is 1. */
export const FAILED_EXIT_CODE = 3

/** `npm run prove` writes this before the fault of a red proof. */
export const FAULT_PREFIX = 'missed: '

/** Runs the proof on the copy. Returns its fault, or null if it is green. */
export async function proveOnCopy(copy: string, { id }: Proof): Promise<string | null> {
  const child = spawn(process.execPath, ['scripts/prove.ts', '--quick', '--row', id], {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  const errors = await text(child.stderr)
  const code = await exited
  if (code !== 0 && code !== FAILED_EXIT_CODE) throw new Error(`${id} did not run: ${errors}`)
  return code === 0 ? null : (errors.split(FAULT_PREFIX)[1] ?? '').trim()
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseDockerfile, parseDockerignore } from './dockerfile.ts'

const ROOT = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

it('the image runs the store as a user other than root and checks its health', () => {
  const stages = parseDockerfile(read('Dockerfile'))
  expect(stages.map(({ name }) => name)).toEqual(['build', ''])
  expect(stages.at(-1)).toMatchObject({
    user: '10001:10001',
    workFolder: '/app',
    command: ['node', 'apps/store/src/main.ts'],
    environment: { DATA_DIR: '/data', HOST: '0.0.0.0' },
  })
  expect(stages.at(-1)?.healthCheck.join(' ')).toContain('/healthz')
})

it('an instruction before FROM is refused', () => {
  expect(() => parseDockerfile('RUN true\nFROM debian')).toThrow('before FROM')
})

it('an unknown instruction is refused', () => {
  expect(() => parseDockerfile('FROM debian\nSHELL ["bash"]')).toThrow('SHELL')
})

it('.dockerignore lets sources and all manifests into the image, but no settings, data or packages', () => {
  const isIncluded = parseDockerignore(read('.dockerignore'))
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, object> }
  const workspaces = Object.keys(packages).filter((path) => path && !path.includes('node_modules'))
  expect(workspaces.filter((path) => !isIncluded(`${path}/package.json`))).toEqual([])
  expect(isIncluded('apps/store/src/main.ts')).toBe(true)
  for (const path of [
    '.env',
    'data/shop.sqlite',
    'node_modules/fastify',
    'apps/web/build/x',
    '.git/config',
    'e2e/a.ts',
  ])
    expect(isIncluded(path)).toBe(false)
})

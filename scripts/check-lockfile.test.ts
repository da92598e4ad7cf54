import { expect, it } from 'vitest'
import { brokenLockfileRules, looseVersions } from './check-lockfile.ts'

const completePackages = {
  'node_modules/bundler': {
    integrity: 'sha512-a',
    optionalDependencies: { '@bundler/darwin-arm64': '1.0.0', '@bundler/linux-x64': '1.0.0' },
  },
  'node_modules/@bundler/darwin-arm64': { integrity: 'sha512-b', version: '1.0.0' },
  'node_modules/@bundler/linux-x64': { integrity: 'sha512-c', version: '1.0.0' },
  'node_modules/@nashta/web': { link: true, resolved: 'apps/web' },
  'apps/web': {},
}

it('a lockfile with the packages of every platform is accepted', () => {
  expect(brokenLockfileRules({ packages: completePackages })).toEqual([])
})

it('a missing platform package is named', () => {
  const { 'node_modules/@bundler/darwin-arm64': _gone, ...packages } = completePackages
  expect(brokenLockfileRules({ packages })).toEqual([
    'node_modules/bundler wants @bundler/darwin-arm64@1.0.0, which the lockfile lacks',
  ])
})

it('a platform package locked at another version is named', () => {
  const packages = {
    ...completePackages,
    'node_modules/@bundler/linux-x64': { integrity: 'sha512-c', version: '0.9.0' },
  }
  expect(brokenLockfileRules({ packages })).toEqual([
    'node_modules/bundler wants @bundler/linux-x64@1.0.0, which the lockfile lacks',
  ])
})

it('a package inside the archive of another needs no hash of its own', () => {
  expect(brokenLockfileRules({ packages: { 'node_modules/a/node_modules/b': { inBundle: true } } })).toEqual(
    [],
  )
})

it('a package without a hash and a package with its URL are refused', () => {
  const packages = {
    'node_modules/a': {},
    'node_modules/b': { integrity: 'sha512-b', resolved: 'https://example.com/b' },
  }
  expect(brokenLockfileRules({ packages })).toEqual([
    'node_modules/a has no hash',
    'node_modules/b names the host it came from',
  ])
})

it.each(['^1.0.0', '~1.2.3', 'latest', '*', '1.x'])('the version "%s" is refused', (version) => {
  expect(looseVersions('package.json', { devDependencies: { bundler: version } })).toHaveLength(1)
})

it('an exact version is accepted', () => {
  expect(looseVersions('package.json', { dependencies: { bundler: '1.2.3' } })).toEqual([])
})

import { expect, test } from 'vitest'
import { deriveSetup } from './derive.ts'

const pnpm = new Map([
  ['package.json', '{}'],
  ['pnpm-lock.yaml', "lockfileVersion: '9.0'\n"],
])

test('pnpm 11 finds the settings of a fetch and of an install under its own names', () => {
  const { fetch, install, later } = deriveSetup(pnpm, { day: '2026-03-04', node: { machine: '24.21.0' } })!
  const named = Object.entries(fetch!.environment).filter(([name]) => name.startsWith('npm_config_'))
  expect(named.map(([name]) => name)).toContain('npm_config_ignore_scripts')
  expect(fetch!.environment).toMatchObject(Object.fromEntries(named.map(([name, value]) => [`p${name}`, value])))
  for (const { command } of [fetch!, install]) expect(command).toContain('pnpm_config_store_dir="$SETUP_CACHE/pnpm"')
  expect(install.command).toContain('pnpm_config_offline=true')
  expect(later).toEqual({ pnpm_config_verify_deps_before_run: 'false' })
  // The fetch has checked ages by dates of the registry, which an install cannot ask.
  expect(install.environment.pnpm_config_minimum_release_age).toBe('0')
  expect(fetch!.environment.pnpm_config_minimum_release_age).toBeUndefined()
})

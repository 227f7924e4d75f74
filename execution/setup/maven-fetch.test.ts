import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { javaManagers } from './for-java.ts'

const top = mkdtempSync(join(tmpdir(), 'maven-fetch-'))
const at = (...path: string[]) => join(top, 'run', ...path)
afterAll(() => rmSync(top, { recursive: true }))
beforeEach(() => {
  rmSync(at(), { recursive: true, force: true })
  for (const folder of ['manifests/core', 'cache/maven', 'tmp']) mkdirSync(at(folder), { recursive: true })
  writeFileSync(at('manifests/pom.xml'), '<project/>')
  writeFileSync(at('manifests/core/pom.xml'), '<build><sourceDirectory>src</sourceDirectory></build>')
})

const [maven] = javaManagers

/** Runs the fetch over a Maven that prints a log and notes the words that it was called with. */
const fetch = (log: string, environment: Readonly<Record<string, string>> = {}) => {
  writeFileSync(at('log'), log)
  const script = `mvn() { echo "$@" >>'${at('calls')}'; cat '${at('log')}'; }; ${maven!.fetch.command}`
  const env = { PATH: process.env.PATH, TMPDIR: at('tmp'), SETUP_CACHE: at('cache'), ...environment }
  const { status } = spawnSync('sh', ['-c', script], { cwd: at('manifests'), env, encoding: 'utf8' })
  return { status, calls: readFileSync(at('calls'), 'utf8').trim().split('\n') }
}

test('Maven finds the way out in its settings, beside the registry that is named', () => {
  const way = { HTTPS_PROXY: 'http://127.0.0.1:3128', ATELIER_MAVEN: 'http://maven.packages.internal/' }
  expect(fetch('', way).status).toBe(0)
  const settings = readFileSync(at('tmp/settings.xml'), 'utf8')
  for (const kind of ['http', 'https'])
    expect(settings).toContain(
      `<id>${kind}</id><active>true</active><protocol>${kind}</protocol><host>127.0.0.1</host><port>3128</port>`,
    )
  expect(settings).toContain('<mirrorOf>*</mirrorOf><url>http://maven.packages.internal/</url>')
})

test('without a proxy or a registry of its own the settings name none', () => {
  fetch('')
  expect(readFileSync(at('tmp/settings.xml'), 'utf8')).toBe('<settings><proxies></proxies></settings>')
})

test('the empty classes of each module are in a package, in the folder that its manifest names', () => {
  fetch('')
  expect(readFileSync(at('manifests/src/main/java/atelier/Atelier.java'), 'utf8')).toBe(
    'package atelier;\n\npublic class Atelier {}\n',
  )
  expect(readFileSync(at('manifests/core/src/atelier/Atelier.java'), 'utf8')).toMatch(/^package atelier;/)
})

test('a fetch sees manifests, and the files that decide what else Maven asks for', () => {
  const seen = ['core/pom.xml', 'a.proto', 'src/site/resources/profile.jacoco', 'src/main/java/A.java', 'profile.md']
  expect(seen.filter((path) => maven!.needs(path))).toEqual(seen.slice(0, 3))
})

const ignored = '[INFO] Build failures were ignored.\n'
const missing = (name: string) =>
  `[ERROR] Failed to execute goal on project shop-web: Could not resolve dependencies for project acme:shop-web:jar:1: Could not find artifact ${name}:jar:1.0 in central\n`

test('a module whose own steps fail over the empty classes does not end the fetch', () => {
  const { status, calls } = fetch(`[ERROR] Failed to execute goal com.acme:bnd:process on project shop\n${ignored}`)
  expect(status).toBe(0)
  expect(calls.map((words) => words.split(' ').at(-1))).toEqual(['test', 'dependency:go-offline'])
})

test('a package that no repository has ends the fetch, and a module of the project does not', () => {
  const modules = '[INFO] ----------------------< acme:shop-web >----------------------\n[INFO] --< acme:shop >--\n'
  expect(fetch(modules + missing('acme:shop') + ignored).status).toBe(0)
  expect(fetch(modules + missing('acme:shop') + missing('acme:shopping') + ignored).status).toBe(1)
  expect(fetch(missing('org.tiny:sum') + ignored).status).toBe(1)
})

test('the formatters of Spotless are asked for by its version, and what judges sources is skipped', () => {
  const { status, calls } = fetch(
    '[INFO] --- spotless:2.30.0:apply (default) @ shop ---\n[INFO] --- jar:3.4:jar @ shop\n',
  )
  expect(status).toBe(0)
  expect(calls).toHaveLength(2)
  expect(calls[0]).toMatch(/-Dspotless\.apply\.skip=true .*-Dtest=AtelierTest .* test$/)
  expect(calls[1]).toMatch(/ com\.diffplug\.spotless:spotless-maven-plugin:2\.30\.0:apply$/)
  expect(calls[1]).not.toContain('spotless.apply.skip')
  for (const judge of ['spring-javaformat', 'maven.gitcommitid', 'checkstyle'])
    expect(calls[0]).toContain(`-D${judge}.skip=true`)
  expect(calls[0]).not.toContain('animal')
})

test('the log of Maven 3.8 names Spotless by its whole name', () => {
  const { calls } = fetch('[INFO] --- spotless-maven-plugin:2.43.0:check (verify) @ shop ---\n')
  expect(calls[1]).toMatch(/:spotless-maven-plugin:2\.43\.0:apply$/)
})

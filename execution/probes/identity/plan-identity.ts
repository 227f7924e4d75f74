import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { notProbedReasons, type NotProbed, type ProbeFile, type ProbeRun, type ProbeSubject } from '../probe.ts'
import { nodeOptions, runnerCall, type RunnerCall } from '../runner-call.ts'

const fileText = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const javascript = fileText('identity.cjs')
const python = fileText('identity_probe.py')

const ofJavascript = /[.][cm]?[jt]sx?$/
const ofPython = /[.]py$/

/**
 * Loads the changed modules one after the other, and compares the functions behind assertions and built-ins: in a
 * process of its own, or, if the runner brings assertions of its own, in a test file beside another.
 */
export const planIdentity = (subject: ProbeSubject): ProbeRun | NotProbed => {
  const call = runnerCall(subject.command)
  if (!call) return { notProbed: notProbedReasons.runnerWithoutIdentities(subject.runner) }
  const isPython = call.runner === 'pytest' || call.runner === 'unittest'
  const modules = subject.changed
    .map(({ path }) => path)
    .filter((path) => (isPython ? ofPython : ofJavascript).test(path))
  if (modules.length === 0) return { notProbed: notProbedReasons.noModule }
  const folder = `.probe_${subject.nonce}`
  const resultPath = `${folder}/result`
  const config = { path: `${folder}/config.json`, text: JSON.stringify({ modules, resultPath, runner: call.runner }) }
  const planned = isPython ? planPython(call, folder) : planJavascript(call, folder, subject)
  if ('notProbed' in planned) return planned
  return { files: [config, ...planned.files], command: `root="$PWD"; ${planned.command}`, resultPath }
}

type IdentityPlan = Pick<ProbeRun, 'files' | 'command'> | NotProbed

const planPython = ({ runner, before, begun, rest }: RunnerCall, folder: string): IdentityPlan => {
  const files = [{ path: `${folder}/identity_probe.py`, text: python }]
  const path = `PYTHONPATH="$root/${folder}\${PYTHONPATH:+:$PYTHONPATH}"`
  return runner === 'pytest'
    ? { files, command: `${before}${path} ${begun} -p identity_probe${rest}` }
    : { files, command: `${before}${begun} "$root/${folder}/identity_probe.py"` }
}

const planJavascript = (call: RunnerCall, folder: string, subject: ProbeSubject): IdentityPlan => {
  const identity = { path: `${folder}/identity.cjs`, text: javascript }
  const { runner, before, begun, rest } = call
  if (runner === 'node') {
    const load = { path: `${folder}/load.cjs`, text: loadInNode }
    const command = `${before}${begun} --require "$root/${identity.path}"${nodeOptions(rest)} "$root/${load.path}"`
    return { files: [identity, load], command }
  }
  if (runner === 'mocha') {
    const load = { path: `${folder}/load.cjs`, text: loadInMocha(subject.nonce) }
    const watch = { path: `${folder}/watch.cjs`, text: watchInMocha }
    const options = `--require "$root/${watch.path}" --grep ${subject.nonce} --timeout 60000`
    return { files: [identity, watch, load], command: `${before}${begun}${rest} ${options} "$root/${load.path}"` }
  }
  if (namesTests.test(rest)) return { notProbed: notProbedReasons.commandNamesTests }
  const beside = subject.tests[0]
  if (!beside) return { notProbed: notProbedReasons.noBaseTest }
  const load = besideTest(beside, folder, runner, subject.nonce)
  return { files: [identity, load], command: `${before}${begun}${rest} ${load.path.replace(/^.*\//, '')}` }
}

const namesTests = / (?:-t|--testNamePattern|--findRelatedTests|--onlyChanged|-o|--changed|related|--shard)(?=[ =]|$)/

/** A test file that the runner finds, as it finds the test beside it. */
const besideTest = ({ path }: ProbeFile, folder: string, runner: string, nonce: string): ProbeFile => {
  const at = path.lastIndexOf('/') + 1
  const name = path.slice(at)
  const ending = /(?:[._-](?:test|spec))?[.][^.]+$/.exec(name)?.[0] ?? ''
  const up = '../'.repeat(path.split('/').length - 1) || './'
  const identity = `${up}${folder}/identity.cjs`
  const text = runner === 'vitest' ? loadInVitest(identity, nonce) : loadInJest(identity, nonce)
  return { path: `${path.slice(0, at)}probe${nonce}${ending}`, text }
}

const loadInNode = `const { watch } = require('./identity.cjs')
const { pathToFileURL } = require('node:url')
const end = process.reallyExit.bind(process)
watch().load((path) => import(pathToFileURL(path).href)).finally(() => end(0))
`

// Its test files load the changed modules as well, so that the assertions of chai are recorded before them.
const watchInMocha = `let chai
try { chai = require(require.resolve('chai', { paths: [process.cwd()] })) } catch {}
const more = chai ? [['chai.Assertion.prototype', chai.Assertion.prototype], ['chai.assert', chai.assert]] : []
exports.watched = require('./identity.cjs').watch(more)
`

const loadInMocha = (nonce: string) => `const { pathToFileURL } = require('node:url')
const { watched } = require('./watch.cjs')
it('${nonce}', () => watched.load((path) => import(pathToFileURL(path).href)))
`

const ofRunner = `const matchers = globalThis[Symbol.for('$$jest-matchers-object')]
const more = [
  ['expect', expect],
  ['globalThis', globalThis, ['expect', 'test', 'it', 'describe']],
  ...(matchers?.matchers ? [['matchers', matchers.matchers]] : []),
]
`

const loadInVitest = (identity: string, nonce: string) => `// @ts-nocheck
import { createRequire } from 'node:module'
import * as vitest from 'vitest'
const { expect, chai } = vitest
const { watch } = createRequire(import.meta.url)('${identity}')
${ofRunner}if (chai) more.push(['chai.Assertion.prototype', chai.Assertion.prototype], ['chai.assert', chai.assert])
vitest.test('${nonce}', () => watch(more).load((path) => import(/* @vite-ignore */ path)), 60_000)
`

const loadInJest = (identity: string, nonce: string) => `// @ts-nocheck
const { watch } = require('${identity}')
${ofRunner}const load = async (path) => {
  try { require(path) } catch { await import(path) }
}
test('${nonce}', () => watch(more).load(load), 60_000)
`

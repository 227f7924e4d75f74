import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ProbeRun, ProbeSubject } from '../../execution/probes/probe.ts'

const modules = join(import.meta.dirname, '../../node_modules')

export type Texts = Readonly<Record<string, string>>

/** A folder with files, in which probes run as they do in a sandbox; packages are those of this repository. */
export const probedFolder = (files: Texts, packages = modules) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'probed-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  symlinkSync(packages, join(folder, 'node_modules'))
  for (const [path, text] of Object.entries(files)) write(path, text)
  const { NODE_TEST_CONTEXT: _context, VITEST: _vitest, NODE_OPTIONS: _options, ...environment } = process.env
  const names = Object.entries(environment).filter(([name]) => !/^(VITEST|NODE_V8_COVERAGE|npm_)/.test(name))
  const env = { ...Object.fromEntries(names), PATH: `${packages}/.bin:${environment.PATH}`, CI: 'true', NO_COLOR: '1' }
  return {
    folder,
    /** The result file of a probe, and its output. */
    run: ({ files: laid, command, resultPath }: ProbeRun) => {
      for (const { path, text } of laid) write(path, text)
      const { stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, env, timeout: 60_000 })
      const path = join(folder, resultPath)
      const result = existsSync(path) ? readFileSync(path, 'utf8') : undefined
      return { result, printed: String(stdout) + String(stderr) }
    },
  }
}

/** A change of files that a probe examines: `change` is laid over `files`, which are the base. */
export const subjectOf = (command: string, files: Texts, change: Texts, runner = ''): ProbeSubject => {
  const filesOf = (texts: Texts) => Object.entries(texts).map(([path, text]) => ({ path, text }))
  const isTest = (path: string) => /[._]test[.]|(^|\/)test_/.test(path)
  return {
    command,
    runner,
    changed: filesOf(change).filter(({ path }) => !isTest(path)),
    tests: filesOf(files).filter(({ path }) => isTest(path)),
    nonce: 'k7Qx2m9Zp4',
  }
}

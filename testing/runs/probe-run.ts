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

const modules = join(import.meta.dirname, '../../node_modules')

interface Run {
  readonly files: readonly { readonly path: string; readonly text: string }[]
  readonly command: string
  readonly resultPath: string
}

/** Runs a plan over a tree as a verdict does, without its sandbox: the result, and what the run printed. */
export const runOver = (tree: Readonly<Record<string, string>>, run: Run) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'probe-')))
  try {
    symlinkSync(modules, join(folder, 'node_modules'))
    const files = [...Object.entries(tree), ...run.files.map(({ path, text }) => [path, text] as const)]
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const { NODE_TEST_CONTEXT: _none, VITEST: _neither, NODE_OPTIONS: _nor, ...environment } = process.env
    const env = { ...environment, CI: 'true', NO_COLOR: '1', PYTHONDONTWRITEBYTECODE: '1' }
    const { stdout, stderr } = spawnSync('sh', ['-c', run.command], {
      cwd: folder,
      env,
      encoding: 'utf8',
      timeout: 120_000,
    })
    const path = join(folder, run.resultPath)
    return { result: existsSync(path) ? readFileSync(path, 'utf8') : undefined, printed: stdout + stderr }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether a program of the machine starts. */
export const hasProgram = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, [...args, '--version']).status === 0

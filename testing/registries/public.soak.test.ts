import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { publicRegistries } from '../../execution/setup/index.ts'
import { isInstalled } from '../runner/programs.ts'
import { rust, single, type ProgramFolders } from './programs-elsewhere.ts'
import { publicProjects, type PublicProject } from './public-projects.ts'
import { publicRelay } from './public-relay.ts'
import { tryFiles } from './tried-files.ts'

const tools = mkdtempSync(join(tmpdir(), 'atelier-tools-'))
const relay = await publicRelay()
afterAll(async () => {
  await relay.close()
  rmSync(tools, { recursive: true, force: true })
})

const installed = (name: string, argv: readonly string[], bin: string): ProgramFolders => {
  const folder = join(tools, name)
  mkdirSync(folder, { recursive: true })
  const [program = '', ...words] = argv
  execFileSync(program, words, { cwd: folder, stdio: 'ignore' })
  const path = process.env.PATH
  process.env.PATH = `${join(folder, bin)}:${path}`
  try {
    return single(join(tools, `${name}-linked`), name)
  } finally {
    process.env.PATH = path
  }
}
const bunPackage = '@oven/bun-linux-x64'
const finders: Readonly<Record<NonNullable<PublicProject['program']>, () => ProgramFolders>> = {
  bun: () =>
    installed('bun', ['npm', 'install', '--ignore-scripts', `${bunPackage}@1.3.3`], `node_modules/${bunPackage}/bin`),
  uv: () => installed('uv', ['pip', 'install', '--quiet', '--target', '.', 'uv==0.9.11'], 'bin'),
  cargo: rust,
  go: () => (isInstalled('go') ? single(join(tools, 'go'), 'go') : undefined),
  mvn: () => (isInstalled('mvn') ? [] : undefined),
  gradle: () => (isInstalled('gradle') ? [] : undefined),
}
const known = new Map<string, ProgramFolders>()
const foldersOf = ({ program }: PublicProject): ProgramFolders => {
  if (program === undefined) return []
  if (!known.has(program)) known.set(program, finders[program]())
  return known.get(program)
}

describe.each(['public', 'own'] as const)(
  'packages come from the %s registry through the broker, and tests run with them offline',
  (kind) => {
    test.for(publicProjects)('$name', { timeout: 600_000 }, async (project, { skip }) => {
      const { manager, ecosystem, files, command, program } = project
      const folders = foldersOf(project)
      if (folders === undefined) return skip(`This machine has no ${program}.`)
      const askedBefore = relay.asked.length
      const tried = await tryFiles(
        {
          ...(folders.length > 0 && { ATELIER_SANDBOX_PROGRAMS: folders.join(':') }),
          ...(kind === 'own' && { ATELIER_REGISTRIES: relay.registries }),
        },
        files,
        command,
      )
      expect(tried, `${tried.setupLog}\n${tried.log}`).toMatchObject({
        managers: [manager],
        setup: 'passed',
        exitCode: 0,
      })
      expect(tried.setupLog).not.toContain('Refused by the network broker')
      const asked = relay.asked.slice(askedBefore).map((path) => path.split('/')[1])
      if (kind === 'own') {
        expect(tried.hosts).toEqual([])
        expect([...new Set(asked)]).toEqual([ecosystem])
      } else {
        expect(tried.hosts).not.toEqual([])
        for (const host of tried.hosts) expect(publicRegistries[ecosystem]).toContain(host)
        expect(asked).toEqual([])
      }
    })
  },
)

import { chmod, mkdir, mkdtemp, rm, symlink, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { quietSession } from '../../../testing/cli/quiet-session.ts'
import { plainGit } from '../../../testing/repositories/samples.ts'
import { leakedToken } from '../../../testing/repositories/imports.ts'
import { git, writeFiles } from '../../../testing/repository.ts'
import { importSource } from './import-path.ts'
import { findingsToReview, judgeFindings } from '../../../domains/code/imports/rules.ts'
import type { ShownFinding } from '../../../execution/repositories/index.ts'
import { reviewImport, tableOf } from './review.ts'
import { openSource } from './source.ts'

const all = await mkdtemp(join(tmpdir(), 'cli-folder-'))
afterAll(() => rm(all, { recursive: true, force: true }))

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(all, 'one-')), 'shop')
  await mkdir(folder)
})

const opened = async (branch?: string) => {
  const { session, said } = quietSession(folder)
  return { session, said, source: await openSource(session, folder, await mkdtemp(join(all, 'scratch-')), branch) }
}
const filesOf = (gitDir: string, commitSha: string) =>
  plainGit(gitDir, ['ls-tree', '-r', '-z', '--name-only', commitSha]).split('\0').slice(0, -1)

describe('a folder in no repository', () => {
  test.runIf(isLong)(
    'becomes one commit, the same each time, without what git would ignore and what leads out',
    async () => {
      await writeFiles(folder, {
        'package.json': '{}',
        'src/a.js': '1',
        '.gitignore': 'dist/\n*.log\n',
        'dist/a.js': '1',
        'x.log': '1',
        'node_modules/pad/index.js': '1',
        '.env': 'A=1',
        'run.sh': { executable: '#!/bin/sh\n' },
        empty: '',
        out: { link: '../../elsewhere' },
        in: { link: 'src/a.js' },
      })
      await mkdir(join(folder, 'own'))
      git(join(folder, 'own'), 'init', '-q')
      await writeFiles(join(folder, 'own'), { 'x.txt': 'x' })
      const one = await opened()
      const two = await opened()
      const { source } = one
      expect(source).toMatchObject({ name: 'shop', branch: 'main', found: undefined })
      expect([source.commitSha, source.bundleSha256]).toEqual([two.source.commitSha, two.source.bundleSha256])
      const kept = ['.gitignore', 'empty', 'in', 'package.json', 'run.sh', 'src/a.js']
      expect(filesOf(source.gitDir, source.commitSha)).toEqual(kept)
      expect(source.protectedFiles.map(({ path }) => path)).toEqual(['.env'])
      expect(source.leftOut.map(({ path, reason }) => `${path}: ${reason}`).sort()).toEqual([
        'dist/: ignored by git',
        'node_modules/: ignored by git',
        'out: a link that leads out of the folder',
        'own/: a repository of its own',
        'x.log: ignored by git',
      ])
      expect(plainGit(all, ['bundle', 'list-heads', source.bundlePath])).toContain(
        `${source.commitSha} refs/heads/main`,
      )
    },
  )

  test('with a secret is reviewed before it is sent: named, masked, and refused without a person to answer', async () => {
    await writeFiles(folder, { 'src/pay.ts': `// one\nexport const token = '${leakedToken}'\n` })
    await utimes(join(folder, 'src/pay.ts'), 1_700_000_000, 1_700_000_000)
    const { session, said, source } = await opened()
    await expect(importSource(session, source, {})).rejects.toMatchObject({
      code: 'review_needed',
      details: { findings: [{ path: 'src/pay.ts', line: 2, rule: 'github', commitSha: source.commitSha }] },
    })
    const shown = said.join('\n')
    expect(shown).toContain(`${source.commitSha.slice(0, 12)}  src/pay.ts:2`)
    expect(shown).not.toContain(leakedToken)
    await expect(importSource(session, source, { onFindings: 'stop' })).rejects.toMatchObject({
      kind: 'failed',
      code: 'findings_present',
    })
    // The next thing that fails is the server, which is not there.
    await expect(importSource(session, source, { yes: true })).rejects.toThrow('no server here')
  })

  test.runIf(isLong)('that holds nothing, or that is asked for another branch, is refused', async () => {
    await expect(opened()).rejects.toMatchObject({ code: 'empty' })
    await writeFiles(folder, { a: '1' })
    await expect(opened('next')).rejects.toMatchObject({ code: 'no_branch' })
  })

  test.skipIf(process.getuid?.() === 0)('with a file that cannot be read is refused with its name', async () => {
    await writeFiles(folder, { closed: '1' })
    await chmod(join(folder, 'closed'), 0)
    await expect(opened()).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('closed') as string,
    })
  })

  test.runIf(isLong)('with a link to elsewhere never follows it', async () => {
    await writeFiles(folder, { a: '1' })
    await symlink('/etc/passwd', join(folder, 'etc'))
    const { source } = await opened()
    expect(filesOf(source.gitDir, source.commitSha)).toEqual(['a'])
  })
})

test('findings are in columns, at most forty of them, without characters that move the cursor', () => {
  const finding = {
    path: 'a\u001b[2J',
    rule: 'stripe',
    commitSha: 'c'.repeat(40),
    line: 7,
    masked: '',
    status: 'current' as const,
  }
  const lines = tableOf(Array.from({ length: 42 }, (_, at) => [{ ...finding, masked: `••••dp${at + 10}` }]))
  expect(lines).toHaveLength(42)
  expect(lines.slice(0, 2)).toEqual([
    '  rule    value     commit        place',
    `  stripe  ••••dp10  ${'c'.repeat(12)}  a\\u{001b}[2J:7`,
  ])
  expect(lines.at(-1)).toBe('  and 2 more; --json names them all')
})

test('findings of equal kind and value in a file are one line, which counts the others', () => {
  const commitSha = 'c'.repeat(40)
  const value = { rule: 'basicauth', commitSha, line: 422, masked: '••••', status: 'current' } as const
  const finding = { ...value, path: 'lib/request.js' }
  const other = { ...finding, path: 'lib/response.js' }
  const lines = tableOf(judgeFindings([finding, { ...finding, line: 418 }, other, { ...finding, line: 400 }]).current)
  expect(lines.map((line) => line.trim().split(/ {2,}/).at(-1))).toEqual([
    'place',
    'lib/request.js:422 and 2 other places',
    'lib/response.js:422',
  ])
})

test('examples are one line and ask nothing, old submodules are not shown, old secrets are counted, current ones are shown', async () => {
  const finding = (path: string, over: Partial<Pick<ShownFinding, 'rule' | 'masked' | 'status'>> = {}) =>
    ({
      path,
      rule: 'basicauth',
      commitSha: 'c'.repeat(40),
      line: 1,
      masked: '••••',
      status: 'example',
      ...over,
    }) as const
  const review = async (findings: readonly ShownFinding[], onFindings?: 'stop') => {
    const { session, said } = quietSession(folder)
    const done = reviewImport(session, { leftOut: [] }, { findings }, { onFindings })
    return { done: await done.catch((error: unknown) => (error as { code: string }).code), said }
  }
  const asked = [finding('docs/use.js'), finding('History.md')]
  const submodule = finding('support/sass', { rule: 'submodule', masked: '', status: 'past' })
  expect(await review([...asked, submodule])).toEqual({
    done: 'preserve',
    said: [expect.stringMatching(/not asked about: 2 findings\.$/)],
  })
  const judged = [submodule, finding('lib/use.js', { status: 'past' })]
  expect(findingsToReview({ findings: judged, findingsTotal: 2 })).toBe(1)
  expect((await review([submodule], 'stop')).done).toBe('findings_present')
  const old = await review([...asked, finding('lib/use.js', { status: 'past' })])
  expect(old).toMatchObject({
    done: 'review_needed',
    said: expect.not.arrayContaining(['Found in the newest commit:']),
  })
  const { said } = await review([...asked, finding('lib/use.js', { status: 'current' })])
  expect(said.slice(0, 3)).toEqual([
    'Found in the newest commit:',
    expect.stringContaining('rule'),
    expect.stringContaining('lib/use.js:1'),
  ])
  expect((await review(asked, 'stop')).done).toBe('findings_present')
})

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
import { tableOf } from './review.ts'
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
  const finding = { path: 'a\u001b[2J', rule: 'stripe', commitSha: 'c'.repeat(40), line: 7, masked: '••••dp7d' }
  const lines = tableOf(Array.from({ length: 42 }, () => finding))
  expect(lines).toHaveLength(42)
  expect(lines.slice(0, 2)).toEqual([
    '  rule    value     commit        place',
    `  stripe  ••••dp7d  ${'c'.repeat(12)}  a\\u{001b}[2J:7`,
  ])
  expect(lines.at(-1)).toBe('  and 2 more; --json names them all')
})

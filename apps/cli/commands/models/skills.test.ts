import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runForText } from '../../../../testing/cli/run-command.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

test('skills import takes its slug from the file or the folder, list shows it, delete ends it', async () => {
  const { owner } = await scene(server)
  const projectId = await emptyProject(owner)
  const folder = await mkdtemp(join(tmpdir(), 'cli-skills-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const skills = (...words: string[]) => runForText(server, owner, ['skills', ...words, '--project', projectId])
  const nested = join(folder, 'Write Migrations')
  const flat = join(folder, 'api_errors.md')
  const odd = join(folder, '....')
  await mkdir(nested)
  await writeFile(join(nested, 'SKILL.md'), '---\nname: Migrations\ndescription: How tables change\n---\nAdd a file.\n')
  await writeFile(flat, '# Errors\n')
  await writeFile(odd, 'x')
  expect((await skills('list')).said).toEqual([expect.stringContaining('skills import SKILL.md')])
  expect((await skills('import', join(nested, 'SKILL.md'))).printed).toBe(
    'write-migrations  Migrations  68 bytes\n  How tables change',
  )
  expect((await skills('import', flat)).documents).toMatchObject([{ slug: 'api-errors', description: 'Errors' }])
  expect((await skills('import', odd)).failure).toMatchObject({ kind: 'usage' })
  expect((await skills('import', join(folder, 'none.md'))).failure).toMatchObject({ kind: 'absent', code: 'no_file' })
  expect((await skills('import', flat, '--slug', 'No Slug')).failure).toMatchObject({ details: { status: 400 } })
  expect((await skills('delete', 'nothing')).failure).toMatchObject({ kind: 'absent', code: 'no_skill' })
  expect((await skills('delete', 'api-errors')).printed).toBe('api-errors is deleted.')
  expect((await skills('list')).documents).toMatchObject([[{ slug: 'write-migrations' }]])
})

import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { importProjectSecretFiles } from '../../../domains/code/secrets/contract.ts'
import { quietSession } from '../../../testing/cli/quiet-session.ts'
import { syncing } from '../../../testing/cli/syncing.ts'
import { sendJson, startTinyServer } from '../../../testing/cli/tiny-server.ts'
import { Sample } from '../../../testing/repositories/samples.ts'
import { testServer } from '../../../testing/server.ts'
import { openClient } from '../client/client.ts'
import { findRepository } from '../repository/find-repository.ts'
import { openView } from '../repository/view.ts'
import { placeProtected } from './place-protected.ts'
import { surveyProtected } from './protected-sides.ts'
import type { Survey } from './survey.ts'

const server = await testServer()

test('protected files go both ways, only for their owner and past git, and no change of either side is written over', async () => {
  const { one, two, world, folder, projectId } = await syncing(server)
  const at = (side: typeof one, path: string) => join(side.sample.path, path)
  const textAt = (side: typeof one, path = '.env') => readFile(at(side, path), 'utf8')
  one.sample.write('.env', 'TOKEN=1\n')
  const left = await one.run('push')
  expect(left.document).toMatchObject({ outcome: 'up_to_date', protectedFiles: [] })
  expect(left.said.join('\n')).toContain('--protect takes it along encrypted')
  expect((await one.run('push', '--dry-run', '--protect')).document).toMatchObject({ protectedFiles: ['.env'] })
  const pushed = await one.run('push', '--protect')
  expect(pushed.document).toMatchObject({ outcome: 'pushed', generation: 2, commits: [], protectedFiles: ['.env'] })
  expect(one.sample.git('status', '--porcelain')).toBe('')

  expect((await two.run('pull', '--dry-run')).document).toMatchObject({ outcome: 'would_pull' })
  expect(existsSync(at(two, '.env'))).toBe(false)
  expect((await two.run('pull')).document).toMatchObject({ outcome: 'up_to_date', protectedFiles: ['.env'] })
  expect([await textAt(two), (await stat(at(two, '.env'))).mode & 0o777]).toEqual(['TOKEN=1\n', 0o600])
  expect(two.sample.git('status', '--porcelain', '--untracked-files=all')).toBe('')
  expect(two.sample.git('log', '--all', '--format=%H', '--', '.env')).toBe('')
  const cloned = await two.run('pull', join(folder, 'three'), '--project', projectId)
  expect(cloned.document).toMatchObject({ outcome: 'cloned', protectedFiles: ['.env'] })
  expect(await readFile(join(folder, 'three', '.env'), 'utf8')).toBe('TOKEN=1\n')
  const bare = await two.run('pull', join(folder, 'four'), '--project', projectId, '--no-protect')
  expect([bare.document.protectedFiles, existsSync(join(folder, 'four', '.env'))]).toEqual([[], false])

  two.sample.write('.env', 'TOKEN=2\n')
  expect((await two.run('push')).document).toMatchObject({ outcome: 'pushed', generation: 3 })
  one.sample.write('.env', 'TOKEN=mine\n').write('next', '1')
  one.sample.git('add', 'next')
  one.sample.git('commit', '--quiet', '--message', 'Next')
  for (const command of ['push', 'pull']) {
    const { failure } = await one.run(command)
    expect(failure).toMatchObject({ kind: 'unsynced', code: 'protected_both_changed' })
    expect(failure?.details).toMatchObject({ protectedFiles: ['.env'] })
  }
  expect(await textAt(one)).toBe('TOKEN=mine\n')
  const without = await one.run('push', '--no-protect')
  expect(without.document).toMatchObject({ outcome: 'pushed', generation: 4, protectedFiles: [] })

  await rename(at(one, '.env'), join(one.sample.path, '..', 'mine.env'))
  expect((await one.run('pull')).document).toMatchObject({ protectedFiles: ['.env'] })
  expect(await textAt(one)).toBe('TOKEN=2\n')
  await rm(at(one, '.env'))
  expect((await one.run('push')).document).toMatchObject({ outcome: 'up_to_date' })
  expect((await one.run('pull')).document).toMatchObject({ protectedFiles: ['.env'] })

  const files = [{ path: 'api/.env', contentBase64: Buffer.from('KEY=1\n').toString('base64') }]
  await world.owner.call(importProjectSecretFiles, { projectId, body: { files } })
  expect((await one.run('pull')).document).toMatchObject({ protectedFiles: ['api/.env'] })
  one.sample.write('api/.env', 'KEY=2\n')
  const secrets = await one.run('push')
  expect([secrets.document.outcome, secrets.said.join('\n')]).toEqual([
    'up_to_date',
    expect.stringContaining('secrets import sends them: api/.env'),
  ])
})

const sha256OfX = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'

/** A checkout, whose server says anything of protected files. */
const told = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cli-protected-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const sample = new Sample(join(folder, 'one'))
  sample.commit('Begin')
  let file: object = {}
  const tiny = await startTinyServer((_request, response) =>
    sendJson(response, 200, { revisionId: 'r', protectedFiles: [file], secrets: { entries: [] } }),
  )
  const client = openClient({ url: tiny.url, apiKey: 'k' })
  onTestFinished(async () => {
    await client.close()
    await tiny.close()
  })
  const found = (await findRepository(sample.path))!
  const { session } = quietSession(folder, () => Promise.resolve(client))
  const place = async (path: string, content = 'x') => {
    const scratch = await mkdtemp(join(folder, 'scratch-'))
    file = { path, mode: '100600', contentBase64: Buffer.from(content).toString('base64'), sha256: sha256OfX }
    const view = await openView(found, scratch, session.signal)
    const survey = { found, view, head: { projectId: 'p', revisionId: 'r', manifest: {} } }
    const { sides, there } = await surveyProtected(session, survey as unknown as Survey)
    await placeProtected(found, sides, there)
  }
  return { sample, folder, place }
}

test('paths that no checkout may have, and content that does not match the server’s hash, are refused', async () => {
  const { place } = await told()
  for (const path of ['../out', '/tmp/out', '.git/hooks/pre-commit', 'a/.GIT/config', 'a/../../out', 'a\\b', 'a\nb'])
    await expect(place(path), path).rejects.toMatchObject({ kind: 'failed', code: 'revision_differs' })
  await expect(place('.env', 'another')).rejects.toMatchObject({ code: 'revision_differs' })
})

test('no link leads a protected file elsewhere', async () => {
  const { sample, folder, place } = await told()
  await mkdir(join(folder, 'outside'))
  await writeFile(join(folder, 'target'), 'precious')
  await symlink(join(folder, 'outside'), join(sample.path, 'linked'))
  await symlink(join(folder, 'target'), join(sample.path, 'some.env'))
  await expect(place('linked/.env')).rejects.toMatchObject({ kind: 'unsynced', code: 'in_the_way' })
  await expect(place('some.env')).rejects.toMatchObject({ kind: 'unsynced', code: 'both_changed' })
  expect([await readdir(join(folder, 'outside')), await readFile(join(folder, 'target'), 'utf8')]).toEqual([
    [],
    'precious',
  ])
})

import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { passRemovals } from '../../../testing/objects/removals.ts'
import { runCommand } from '../../../testing/cli/run-command.ts'
import { fileBlock, library, mergeUnverified, propose, runCycle } from '../../../testing/delivery.ts'
import { expectError } from '../../../testing/refusals.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { deleteProject, updateProject } from '../../code/projects/contract.ts'
import { purgeProjects } from '../../code/projects/jobs/purge-projects.ts'
import { upsertProjectSecretEntries } from '../../code/secrets/contract.ts'
import { getDeliverable, publishDeliverable, upsertDeliverable } from '../deliverables/contract.ts'
import { getTaskReviewEvidence } from '../review/contract.ts'
import {
  downloadArtifact,
  getCycleArtifactUrl,
  getProjectArtifactUrl,
  listCycleArtifacts,
  listProjectArtifacts,
} from './contract.ts'
import { removeOldArtifacts } from './domain.ts'
import { isLong } from '../../../testing/soak.ts'

const server = await testServer()
const secret = 'canary-Zq8-4711-secret'

/** Files of a check: plain files, and every kind of entry that could leak something out of a sandbox. */
const leaving = `
mkdir -p out/deep
echo '<script>alert(1)</script>' > out/page.html
echo '{"total":1}' > out/deep/sum.json
printf '\\211PNG\\r\\n\\032\\n1234' > out/shot.png
ln -s /etc/passwd out/link.txt
ln -s / out/root
head -c 17000000 /dev/zero > out/large.bin
printf x > "$(printf 'out/two\\nlines.txt')"
`
const checks = [
  { name: 'leave', command: leaving, artifacts: ['out/**', 'kept.txt', 'sum.js'] },
  {
    name: 'pay',
    command: 'echo "key=$STRIPE_KEY" > pay.txt; echo "$STRIPE_KEY" | gzip > pay.gz; cp pay.txt "$STRIPE_KEY.txt"',
    secrets: ['STRIPE_KEY'],
    artifacts: ['*.gz', '*.txt'],
  },
]

const world = async () => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf({ ...library, 'kept.txt': 'of the commit\n' }))
  const entries = [{ key: 'STRIPE_KEY', source: '.env', value: secret }]
  await at.owner.call(upsertProjectSecretEntries, { projectId, body: { entries } })
  await mergeUnverified(at.owner, projectId, { checks })
  const cycleId = await propose(at.owner, projectId, fileBlock('notes.txt', 'Mon to Fri\n'))
  const { cycle, tasks } = await runCycle(at.owner, cycleId)
  expect(cycle).toMatchObject({ status: 'completed' })
  return { at, projectId, cycleId, taskId: tasks[0].id as string }
}
const { at, projectId, cycleId, taskId } = await world()

const tokenOf = (url: string) => new URL(url).pathname.split('/').at(-1)!
const addressOf = async (caller: typeof at.owner, filename: string) =>
  (await caller.call(getCycleArtifactUrl, { id: cycleId, filename })).body as { url: string; expiresAt: string }
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
/** The folders of runs that have objects. */
const objectsAt = async () => {
  const options = { recursive: true, withFileTypes: true } as const
  const found = await readdir(join(server.dataFolder, 'objects', 'artifacts', projectId), options).catch(() => [])
  return [...new Set(found.filter((entry) => entry.isFile()).map(({ parentPath }) => parentPath))]
}

test('200 lists what checks wrote, with its hash: nothing of the commit, through a link, too large or oddly named', async () => {
  const { status, body } = await at.owner.call(listCycleArtifacts, { id: cycleId })
  expect(status).toBe(200)
  const shown = (body as Record<string, unknown>[]).map((row) => [row.filename, row.check, row.contentType, row.masked])
  const text = 'text/plain; charset=utf-8'
  expect(shown.sort()).toEqual([
    ['out/deep/sum.json', 'leave', 'application/json', false],
    ['out/page.html', 'leave', text, false],
    ['out/shot.png', 'leave', 'image/png', false],
    ['pay.txt', 'pay', text, true],
  ])
  expect(body[0]).toMatchObject({ projectId, cycleId, taskId })
  expect((await at.owner.call(listProjectArtifacts, { id: projectId })).body).toEqual(body)
  const first = await at.owner.call(listProjectArtifacts, { id: projectId, query: { limit: 3 } })
  const next = new URL(/<(.*)>; rel="next"/.exec(first.headers.get('link')!)![1]!, server.baseUrl)
  const second = await at.owner.call(listProjectArtifacts, {
    id: projectId,
    query: Object.fromEntries(next.searchParams),
  })
  expect([...first.body, ...second.body]).toEqual(body)
  const evidence = (await at.owner.call(getTaskReviewEvidence, { id: taskId })).body
  const logs = Object.fromEntries(
    evidence.checks.map((check: Record<string, string>) => [`${check.phase} ${check.name}`, check.log]),
  ) as Record<string, string>
  expect(logs['task leave']).toContain('Artifacts: 3 files are kept.')
  expect(logs['task leave']).toContain('out/large.bin: more than 16 MiB')
  expect(logs['task leave']).toContain('out/two?lines.txt: its name cannot be kept')
  expect(logs['task pay']).toContain('pay.gz: the commands had secrets')
  expect(logs['task pay']).toContain('[secret].txt: the commands had secrets')
  expect(logs['base leave']).not.toContain('Artifacts')
  expect(JSON.stringify([evidence, body])).not.toContain(secret)
})

test('200 returns an address that needs no key, and whose file a browser saves and does not run', async () => {
  const { url, expiresAt } = await addressOf(at.owner, 'out/page.html')
  expect(new Date(expiresAt).getTime() - Date.now()).toBeLessThanOrEqual(300_000)
  const reply = await fetch(url)
  expect(reply.status).toBe(200)
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': "attachment; filename*=UTF-8''page.html",
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  })
  expect(await reply.text()).toBe('<script>alert(1)</script>\n')
  const masked = await (await fetch((await addressOf(at.owner, 'pay.txt')).url)).text()
  expect(masked).toBe('key=[secret]\n')
  const ofProject = await at.owner.call(getProjectArtifactUrl, { id: projectId, filename: 'out/shot.png' })
  const bytes = Buffer.from(await (await fetch(ofProject.body.url as string)).arrayBuffer())
  const row = (await at.owner.call(listCycleArtifacts, { id: cycleId })).body.find(
    ({ filename }: { filename: string }) => filename === 'out/shot.png',
  )
  expect(row).toMatchObject({ sha256: hashOf(bytes), sizeBytes: bytes.length })
})

test('404 for an unknown name, and for an address that is over, altered or of a deleted file', async () => {
  for (const filename of [
    'none',
    'out/link.txt',
    'out/root/etc/passwd',
    '../sum.js',
    'kept.txt',
    'pay.gz',
    'a\0b',
    'out/two\nlines.txt',
  ]) {
    const reply = await at.owner.call(getCycleArtifactUrl, { id: cycleId, filename })
    expect([filename, [400, 404].includes(reply.status)]).toEqual([filename, true])
  }
  const token = tokenOf((await addressOf(at.owner, 'pay.txt')).url)
  const bytes = Buffer.from(token, 'base64url')
  bytes[20]! ^= 1
  const links = server.parts.artifactLinks
  const file = links.read(token, new Date())!
  const over = links.sign(file, new Date(Date.now() - 310_000))!.token
  const elsewhere = links.sign({ ...file, workspaceId: (await scene(server)).workspace }, new Date())!.token
  const unknown = links.sign({ ...file, id: uuidv7() }, new Date())!.token
  for (const wrong of [bytes.toString('base64url'), over, elsewhere, unknown, 'x'])
    expectError(await at.owner.call(downloadArtifact, { token: wrong }), 404, 'artifact_link_not_found')
  expect((await at.owner.call(downloadArtifact, { token })).status).toBe(200)
})

test('clients read shared files, and neighbours learn nothing', async () => {
  for (const [operation, input] of [
    [listCycleArtifacts, { id: cycleId }],
    [getCycleArtifactUrl, { id: cycleId, filename: 'pay.txt' }],
    [listProjectArtifacts, { id: projectId }],
    [getProjectArtifactUrl, { id: projectId, filename: 'pay.txt' }],
  ] as const) {
    expect((await at.client.call(operation, input)).status).toBe(404)
    expect((await (await scene(server)).owner.call(operation, input)).status).toBe(404)
  }
  await at.grant(projectId, at.clientId, 'view')
  expect((await at.client.call(listCycleArtifacts, { id: cycleId })).body).toHaveLength(4)
  expect((await fetch((await addressOf(at.client, 'pay.txt')).url)).status).toBe(200)
})

test.runIf(isLong)('400 for patterns that no file of the repository fits', async () => {
  for (const pattern of ['/etc/*', '../*', 'a/../b', './a', 'a//b', 'out/', '', 'a b', '$(id)'])
    expect(
      (
        await at.owner.call(updateProject, {
          id: projectId,
          body: { runtime: { checks: [{ name: 'x', command: 'true', artifacts: [pattern] }] } },
        })
      ).status,
    ).toBe(400)
})

test('atelier artifacts lists and saves them, never over an existing file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const run = (...words: string[]) => runCommand(server, at.owner, ['artifacts', ...words], folder)
  const listed = (await run(cycleId)).printed
  expect(listed).toHaveLength(4)
  expect(listed.join('\n')).toMatch(/ {2}pay\.txt {2}of pay {2}masked$/m)
  expect((await run('--project', projectId)).printed).toEqual(listed)
  expect((await run('get', 'out/page.html', '--cycle', cycleId)).failure).toBeUndefined()
  expect(await readFile(join(folder, 'page.html'), 'utf8')).toBe('<script>alert(1)</script>\n')
  await writeFile(join(folder, 'mine.txt'), 'mine')
  const again = await run('get', 'pay.txt', '--project', projectId, '--out', 'mine.txt')
  expect(again.failure).toMatchObject({ code: 'file_exists' })
  expect(await readFile(join(folder, 'mine.txt'), 'utf8')).toBe('mine')
  expect((await run('get', 'none', '--cycle', cycleId)).failure).toMatchObject({ kind: 'absent' })
  expect((await run('get', 'x', '--cycle', cycleId, '--project', projectId)).failure).toMatchObject({ kind: 'usage' })
})

test.runIf(isLong)('files go after 90 days, unless a publication names them, and with their project', async () => {
  const age = `update artifact set created_at = now() - interval '91 days' where project_id = $1`
  await at.owner.call(upsertDeliverable, { cycleId, body: { title: 'Opening hours' } })
  await at.owner.call(publishDeliverable, { cycleId })
  const shown = (await at.owner.call(getDeliverable, { cycleId })).body
  const rows = (await at.owner.call(listCycleArtifacts, { id: cycleId })).body as { filename: string; sha256: string }[]
  const expected = rows
    .map(({ filename: name, sha256 }) => ({ name, sha256 }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  // Behind the manifest and the bill of materials.
  expect(shown.artifacts.slice(2)).toEqual(expected)
  await asOwner(server, age, [projectId])
  await removeOldArtifacts(server.parts, scheduledContext)
  expect((await at.owner.call(getDeliverable, { cycleId })).body).toMatchObject({ hasChanges: false })
  expect((await fetch((await addressOf(at.owner, 'pay.txt')).url)).status).toBe(200)

  await asOwner(server, 'update artifact set is_held = false where project_id = $1', [projectId])
  const { url } = await addressOf(at.owner, 'pay.txt')
  expect(await objectsAt()).toHaveLength(1)
  await removeOldArtifacts(server.parts, scheduledContext)
  expect((await at.owner.call(listProjectArtifacts, { id: projectId })).body).toEqual([])
  expect((await fetch(url)).status).toBe(404)
  expect(await objectsAt()).toHaveLength(1)
  await passRemovals(server)
  expect(await objectsAt()).toEqual([])

  const taskOf = (name: string) => `\`\`\`\`task ${name}\n${fileBlock(`${name}.txt`, 'Sat\n')}\`\`\`\`\n`
  const again = await propose(at.owner, projectId, taskOf('one') + taskOf('two'))
  await runCycle(at.owner, again)
  // The list has the newest file of each name, of the two tasks and of the whole result, which is checked last.
  expect(await asOwner(server, 'select from artifact where cycle_id = $1', [again])).toHaveLength(12)
  const newest = (await at.owner.call(listCycleArtifacts, { id: again })).body as { taskId: string | null }[]
  expect(newest.map(({ taskId: of }) => of)).toEqual([null, null, null, null])
  expect(await objectsAt()).toHaveLength(1)
  await at.owner.call(deleteProject, { id: projectId })
  await asOwner(server, `update project set deleted_at = now() - interval '31 days' where id = $1`, [projectId])
  await purgeProjects(server.parts, scheduledContext)
  expect(await asOwner(server, 'select from artifact where project_id = $1', [projectId])).toEqual([])
  await passRemovals(server)
  expect(await objectsAt()).toEqual([])
})

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { lookAtFiles } from '../../../testing/folder.ts'
import { canariesIn, formsOf } from '../../../testing/texts/canaries.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { nodeLibrary, mergeUnverified, propose, runCycle } from '../../../testing/delivery.ts'
import { columnsWith } from '../../../testing/texts/full-text.ts'
import { keptLog } from '../../../testing/runner/kept-log.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { createProjectEnvironment } from '../../code/environments/contract.ts'
import { updateProject } from '../../code/projects/contract.ts'
import {
  createProjectSecretsConfig,
  listProjectSecretsSyncLogs,
  upsertProjectSecretEntries,
} from '../../code/secrets/contract.ts'
import { listEvents } from '../../record/events/contract.ts'
import { getTaskReviewEvidence } from '../review/contract.ts'
import { getCycleRunDiagnostics } from '../runs/contract.ts'
import { getCycleTranscript } from '../transcripts/contract.ts'

const log = keptLog()
const server = await testServer({}, log.logger)

// Characters that JSON, URLs and HTML write in another way.
const stripe = 'canary-Zq8 "x"/y+z&4711'
const database = 'another-canary-0815'

const secrets = [stripe, database]
const found = (text: string) => canariesIn(secrets, text)

/** A changed program that prints all of its secrets, in every form, in two writes, and in a file for the next check. */
const cheating = `import { test } from 'node:test'
import { writeFileSync } from 'node:fs'
const key = process.env.STRIPE_KEY
test('paid with ' + key, () => {})
writeFileSync('left.txt', key + process.env.DB_PASSWORD)
console.log('clear', key)
console.log(JSON.stringify(process.env), encodeURIComponent(key))
console.error(Buffer.from(key).toString('base64'), Buffer.from(key).toString('hex'))
process.stdout.write(key.slice(0, 9))
setTimeout(() => process.stdout.write(key.slice(9) + ' ' + Buffer.from('u:' + key).toString('base64url')), 50)
`
const declared =
  '{ "checks": [{ "name": "pay", "command": "env", "secrets": ["STRIPE_KEY"] }], "secrets": ["STRIPE_KEY"] }'
const spying = `env > seen.txt
cat kept.log left.txt >> seen.txt 2>&1
cat /proc/*/environ >> seen.txt 2>/dev/null
cat /proc/*/cmdline >> seen.txt 2>/dev/null
grep -rl canary / --include=* -s --exclude-dir=proc --exclude-dir=sys --exclude-dir=usr | head >> seen.txt
echo "stripe=$STRIPE_KEY db=$DB_PASSWORD" >> seen.txt
cat seen.txt`
const description = `Pay.

\`\`\`run
${spying}
\`\`\`

\`\`\`file pay.test.js
${cheating}\`\`\`

\`\`\`file atelier.json
${declared}
\`\`\`
`

const checks = [
  { name: 'pay', command: 'node --test pay.test.js', secrets: ['STRIPE_KEY'] },
  { name: 'then', command: 'cat left.txt; echo "stripe=$STRIPE_KEY db=$DB_PASSWORD"' },
  { name: 'lost', command: 'true', secrets: ['NOT_THERE'] },
  { name: 'short', command: 'true', secrets: ['SHORT'] },
  { name: 'watching', command: 'node --test --watch pay.test.js' },
]

/** The logs of one phase's checks, by name. */
const logsOf = (body: { checks: { phase: string; name: string; outcome: string; log: string }[] }, phase: string) =>
  Object.fromEntries(body.checks.filter((check) => check.phase === phase).map(({ name, ...check }) => [name, check]))

const world = async () => {
  const at = await scene(server)
  const leaving = "import { writeFileSync } from 'node:fs'\nwriteFileSync('kept.log', process.env.STRIPE_KEY ?? '')\n"
  const telling = "console.log(process.env.STRIPE_KEY ? 'has it' : 'none')\n"
  const files = { ...nodeLibrary, '.gitignore': 'kept.log\n', 'pay.test.js': leaving + telling }
  const { projectId } = await importProject(at.owner, await bundleOf(files))
  await mergeUnverified(at.owner, projectId, { checks, setup: 'echo "setup:$STRIPE_KEY$DB_PASSWORD:"' })
  const entries = [
    { key: 'STRIPE_KEY', source: '.env', value: stripe },
    { key: 'SHORT', source: '.env', value: '12345' },
  ]
  await at.owner.call(upsertProjectSecretEntries, { projectId, body: { entries } })
  const config = { DB_PASSWORD: database }
  const body = { provider: 'manual', label: 'Keys', envFilter: 'Tests', config }
  expect((await at.owner.call(createProjectSecretsConfig, { projectId, body })).status).toBe(201)
  const environment = { label: 'Tests', config: { secrets: ['DB_PASSWORD'] } }
  expect((await at.owner.call(createProjectEnvironment, { projectId, body: environment })).status).toBe(201)
  return { at, projectId }
}

test('secrets reach only the commands that people named, and nothing that is kept shows them in any form', async () => {
  const { at, projectId } = await world()
  const { cycle, tasks } = await runCycle(at.owner, await propose(at.owner, projectId, description))
  expect(cycle).toMatchObject({ status: 'completed' })
  const { body: evidence } = await at.owner.call(getTaskReviewEvidence, { id: tasks[0].id as string })
  const base = logsOf(evidence, 'base')
  const task = logsOf(evidence, 'task')
  expect(base).toMatchObject({
    setup: { outcome: 'passed', log: 'setup::' },
    pay: { outcome: 'passed', log: expect.stringContaining('has it') as string },
    watching: { outcome: 'could_not_run', log: expect.stringMatching(/^Not run: the command watches/) as string },
    lost: { outcome: 'could_not_run', log: 'Not run: the secret NOT_THERE is not stored for this project.' },
    short: {
      outcome: 'could_not_run',
      log: expect.stringMatching(/^Not run\. The secret SHORT has fewer than 6 bytes/),
    },
  })
  expect(task.pay!.outcome).toBe('passed')
  expect(task.pay!.log.split('[secret]').length).toBeGreaterThan(6)
  expect(task.then!.log).toMatch(/^\[secret\]\n?stripe= db=\[secret\]$/)
  expect(task.setup!.log).toBe('setup::')

  const { body: transcript } = await at.owner.call(getCycleTranscript, { id: cycle.id })
  const seen = JSON.stringify(transcript)
  expect(seen).toContain('stripe= db=')
  const answers = [evidence, transcript, cycle, tasks]
  for (const operation of [getCycleRunDiagnostics, getCycleTranscript])
    answers.push((await at.owner.call(operation, { id: cycle.id })).body)
  answers.push((await at.owner.call(listEvents, { query: { projectId } })).body)
  expect(found(JSON.stringify(answers))).toEqual([])
  expect(found(answers.map((answer) => String((answer as { patch?: string }).patch)).join())).toEqual([])
  expect(await columnsWith(server, secrets.flatMap(formsOf))).toEqual([])
  expect(
    found(
      log
        .said()
        .map((line) => JSON.stringify(line))
        .join('\n'),
    ),
  ).toEqual([])
  const contents = await lookAtFiles(server.dataFolder, (path) => readFile(path, 'latin1'))
  for (const content of contents.values()) expect(found(content)).toEqual([])

  const { body: syncs } = await at.owner.call(listProjectSecretsSyncLogs, { projectId })
  const rows = (syncs as { outcome: string; secretCount: number; taskId: string; target: string }[]).map(
    ({ outcome, secretCount, target }) => `${target} ${outcome} ${secretCount}`,
  )
  expect([...new Set(rows)].sort()).toEqual(['sandbox failure 0', 'sandbox success 1', 'sandbox success 2'])
  expect(new Set((syncs as { taskId: string }[]).map(({ taskId }) => taskId))).toEqual(new Set([tasks[0].id]))
})

test('400 for a check that names a secret which no command can have, with the field', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const body = { runtime: { checks: [{ name: 'a', command: 'true', secrets: ['OK', 'PATH', 'A-B'] }] } }
  expect(await at.owner.call(updateProject, { id: projectId, body })).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'runtime.checks.0.secrets.1' }, { path: 'runtime.checks.0.secrets.2' }] },
  })
})

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAgent } from '../../domains/agents/agents/contract.ts'
import { endOf } from '../delivery.ts'
import { startModelProvider } from '../model-provider/index.ts'
import { modelSettings, turns } from '../runs/scripted-turns.ts'
import { aftermathOf, asOwner, wholeAfter } from './aftermath.ts'
import { beginCycle, embeddedUrl, inRoot } from './crash-scene.ts'
import { filesOf } from './leftovers.ts'
import { startProcess } from './server-process.ts'
import { startFolder } from './start-folder.ts'

const settings = { ATELIER_LOG_LEVEL: 'warn' }
const start = startFolder(settings)

const coder = [turns.write('NOTES.md', 'Adds numbers.\n'), turns.end('Write notes')]
const tester = [turns.write('TESTING.md', 'Tests add numbers.\n'), turns.end('Say how to test')]
const writer = [turns.write('NOTES.md', 'Adds two numbers.\n'), turns.end('Say how many')]

test('a server that dies in the round of the tester repeats only that round, from its last step, and pays for no call twice', () =>
  inRoot(async (root) => {
    start.copyTo(root)
    const answered = [...coder, tester[0]!]
    const provider = await startModelProvider(...answered)
    const all = { ...settings, ...modelSettings(provider.baseUrl, 'a-key'), ATELIER_MODEL_FIRST_BYTE_SECONDS: '60' }
    const first = await startProcess(root, all)
    const body = { name: 'Ours', runtimeKind: 'native', pipeline: 'full', projectId: start.projectId }
    expect((await first.owner.call(createAgent, { body })).status).toBe(201)
    const id = await beginCycle(first.owner, start.projectId)
    while (provider.requests.length <= answered.length) await provider.nextRequest()
    const url = await embeddedUrl(root)
    await first.kill()

    provider.push({ text: 'Answered nobody.' }, tester[1]!, ...writer)
    const second = await startProcess(root, all)
    await endOf(second.owner, id)
    const whole = wholeAfter('test-task')
    const at = whole.steps.indexOf('build-task done') + 1
    expect(await aftermathOf(url, join(root, 'data'), id)).toEqual({
      ...whole,
      steps: whole.steps.toSpliced(at, 0, 'test-task done', 'document-task done'),
    })
    const calls = await asOwner(url, (query) =>
      query<{ status: string; count: number }>(
        'select status, count(*)::int from model_call group by status order by status',
      ),
    )
    expect(calls).toEqual([
      { status: 'abandoned', count: 1 },
      { status: 'finished', count: 6 },
    ])
    expect(provider.requests).toHaveLength(7)
    await second.stop()
    await provider.close()
    expect(await filesOf(root)).toEqual([])
  }))

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { endOf } from '../delivery.ts'
import { startModelProvider } from '../model-provider/index.ts'
import { lengthOf } from '../soak.ts'
import { aftermathOf, asOwner, wholeAfter } from './aftermath.ts'
import { beginCycle, embeddedUrl, inRoot } from './crash-scene.ts'
import { startProcess } from './server-process.ts'
import { startFolder } from './start-folder.ts'

const timeout = 120_000
const settings = { ATELIER_LOG_LEVEL: 'warn' }
const start = startFolder(settings)

const end = { text: 'NOTES.md says what it does now.' }
const noObjection = { text: JSON.stringify({ verdict: 'no_objection', summary: 'As asked.', findings: [] }) }
const write = { toolCalls: [{ name: 'write', input: { path: 'NOTES.md', content: 'Adds numbers.\n' } }] }
/** The answers of a model before the server dies in its next call, and the answers to that. */
const calling = [
  { step: 'build-task', answered: [write], last: end },
  { step: 'review-task', answered: [write, end], last: noObjection },
]

describe.concurrent('a run of a dead process', () => {
  test.for(lengthOf({ daily: calling.slice(0, 1), soak: calling }))(
    'releases its call of a model at $step, and repeats no answered call',
    { timeout },
    (at) =>
      inRoot(async (root) => {
        start.copyTo(root)
        const provider = await startModelProvider(...at.answered)
        const answered = at.answered.map(() => 'finished')
        const priced = {
          ...settings,
          ATELIER_MODEL_BASE_URL: provider.baseUrl,
          ATELIER_MODEL_NAME: 'priced',
          ATELIER_MODEL_INPUT_PRICE: '1',
          ATELIER_MODEL_OUTPUT_PRICE: '2',
          ATELIER_MODEL_PLANNING: 'off',
          ATELIER_MODEL_REVIEW: at.step === 'review-task' ? 'required' : 'off',
        }
        const first = await startProcess(root, priced)
        const id = await beginCycle(first.owner, start.projectId)
        while (provider.requests.length <= answered.length) await provider.nextRequest()
        const url = await embeddedUrl(root)
        expect(await budgetOf(url)).toMatchObject({ held: true, calls: [...answered, 'open'] })
        await first.kill()
        provider.push({ text: 'Answered nobody.' }, at.last)
        const second = await startProcess(root, priced)
        await endOf(second.owner, id)
        expect(await aftermathOf(url, join(root, 'data'), id)).toEqual(wholeAfter(at.step))
        expect(await budgetOf(url)).toMatchObject({ held: false, calls: [...answered, 'abandoned', 'finished'] })
        expect(provider.requests).toHaveLength(answered.length + 2)
        await second.stop()
        await provider.close()
      }),
  )
})

const budgetOf = (url: string) =>
  asOwner(url, async (query) => {
    const calls = await query<{ status: string }>('select status from model_call order by id')
    const held = await query('select 1 from budget where reserved_micros > 0')
    return { held: held.length > 0, calls: calls.map(({ status }) => status) }
  })

import { expect, test } from 'vitest'
import { updateProject } from '../../domains/code/projects/contract.ts'
import { executeCycle } from '../../domains/delivery/runs/contract.ts'
import { fileBlock, propose } from '../delivery.ts'
import { withoutTimeUntil } from '../runs/without-time.ts'
import { lengthOf } from '../soak.ts'
import { asOwner, leftIn } from './aftermath.ts'
import { embeddedUrl, inRoot } from './crash-scene.ts'
import { setStepTraps } from './every-step.ts'
import { startFolder } from './start-folder.ts'
import { some, startServer, walkThrough } from './walk.ts'

const settings = { ATELIER_LOG_LEVEL: 'warn' }
const start = startFolder(settings)

const ownTest = `import assert from 'node:assert'
import test from 'node:test'
import { sum } from './sum.js'
test('takes one', () => assert.equal(sum(4), 4))
`
const request = [
  'Let the sum take one number.\n',
  fileBlock('sum.js', 'export const sum = (a, b = 0) => a + b\n'),
  fileBlock('one.test.js', ownTest),
].join('\n')

test.for(lengthOf({ daily: [['done']], soak: [['running'], ['done']] }))(
  'the rest of a change is tried to its end although the server is killed as that becomes %s',
  { timeout: 300_000 },
  ([status]) =>
    inRoot(async (root) => {
      start.copyTo(root)
      const next = () => startServer(root, settings)
      const server = await next()
      const runtime = { checks: [{ name: 'test', command: 'node --test' }], review: { shown: 'merge' } }
      expect((await server.owner.call(updateProject, { id: start.projectId, body: { runtime } })).status).toBe(200)
      const id = await propose(server.owner, start.projectId, request)
      const url = await embeddedUrl(root)
      await asOwner(url, (query) => query(withoutTimeUntil('try-rest')))
      const traps = await setStepTraps(url)
      expect((await server.owner.call(executeCycle, { id })).status).toBe(200)
      const walk = some(`try-rest ${status} 1`)
      const walked = await walkThrough({ root, walk, start: next }, { id, isEarly: () => true }, { server, traps })
      expect(walked.deaths.size).toBe(1)
      const found = await asOwner(url, async (query) => ({
        steps: await query("select name, status from run_step where name in ('try-rest', 'review-task') order by seq"),
        parts: await query('select distinct account from change_part where reason = $1', ['not_tried']),
        cycle: await query('select status from cycle where id = $1', [id]),
        asked: await query('select id from pending_request'),
        left: await leftIn(query),
      }))
      expect(found).toEqual({
        steps: ['review-task', 'try-rest', 'review-task'].map((name) => ({ name, status: 'done' })),
        parts: [],
        cycle: [{ status: 'completed' }],
        asked: [],
        left: [],
      })
      await walked.traps.close()
      await walked.server.stop()
    }),
)

import { expect, test } from 'vitest'
import { asOwner } from '../../../../testing/database-state.ts'
import { endOf, fileBlock, nodeLibrary } from '../../../../testing/delivery.ts'
import { judging, testOf } from '../../../../testing/runs/judged-runs.ts'
import { withoutTimeUntil } from '../../../../testing/runs/without-time.ts'
import { expectError } from '../../../../testing/refusals.ts'
import { testServer } from '../../../../testing/server.ts'
import { resolvePendingRequest } from '../../requests/contract.ts'

const server = await testServer()
const { run } = judging(server)

const files = { ...nodeLibrary, 'one.test.js': testOf("test('takes one', () => assert.equal(sum(4), 4))") }
const request = `Fix the sum of one number.\n\n${fileBlock('sum.js', 'export const sum = (a, b = 0) => a + b\n')}`

const stepsOf = async (taskId: string) => {
  const text = `select s.name, s.attempt from run_step s join run r on r.id = s.run_id
    where r.subject_id = $1 and s.name in ('review-task', 'try-rest', 'apply-decision') order by s.seq`
  return (await asOwner(server, text, [taskId])).map(({ name }) => name)
}

test('parts that were not tried in time are tried once, and a person is asked about the rest, or has it tried again', async () => {
  await asOwner(server, withoutTimeUntil('never'))
  const asked = await run(request, files)
  expect(asked.verdict).toMatchObject({ outcome: 'shown', account: { parts: 1, unseen: 1 } })
  expect(asked.request.reasons).toMatchObject([
    { code: 'unseen', kind: 'hunk_not_tried', path: 'sum.js', message: expect.stringMatching(/^Not tried in time: /) },
  ])
  expect(await stepsOf(asked.task.id)).toEqual(['review-task', 'try-rest', 'review-task', 'apply-decision'])

  await asOwner(server, 'drop trigger without_time on change_part')
  const of = { id: asked.request.id as string, body: { status: 'rest' } }
  const { status, body } = await asked.at.owner.call(resolvePendingRequest, of)
  expect([status, body.status, body.decision]).toEqual([
    200,
    'cancelled',
    'The parts that were not tried in time are tried first.',
  ])
  expectError(await asked.at.owner.call(resolvePendingRequest, of), 400, 'request_not_pending')
  expect((await endOf(asked.at.owner, asked.cycle.id)).cycle.status).toBe('completed')
  expect(await stepsOf(asked.task.id)).toEqual([
    'review-task',
    'try-rest',
    'review-task',
    'apply-decision',
    'try-rest',
    'review-task',
  ])
})

test('a change whose parts are needed merges automatically once they had time', async () => {
  await asOwner(server, withoutTimeUntil('try-rest'))
  const { task, isMerged, verdict } = await run(request, files)
  expect([isMerged, verdict!.outcome]).toEqual([true, 'proved'])
  expect(await stepsOf(task.id)).toEqual(['review-task', 'try-rest', 'review-task'])
})

test('a change without further parts to try is only decided on', async () => {
  await asOwner(server, 'drop trigger if exists without_time on change_part')
  const asked = await run(`Add a note.\n\n${fileBlock('notes.js', 'export const note = 1\n')}`)
  const of = { id: asked.request.id as string, body: { status: 'rest' } }
  expectError(await asked.at.owner.call(resolvePendingRequest, of), 400, 'nothing_to_try')
  const rows = await asOwner(server, 'select status from pending_request where id = $1', [of.id])
  expect(rows).toEqual([{ status: 'pending' }])
})

// Until the rest is tried, the calls of tests had no time to be made again.
const withoutReplay = `
  create or replace function without_replay() returns trigger language plpgsql as $$
  begin
    if new.name = 'review-task' and not exists (select from run_step where run_id = new.run_id and name = 'try-rest') then
      new.payload := jsonb_set(new.payload, '{probed,findings}',
        '[{"kind": "replay_not_finished", "level": "ask", "path": "sum.js", "reason": "There was no time."}]');
    end if;
    return new;
  end $$;
  grant execute on function without_replay() to public;
  create or replace trigger without_replay before insert on run_step for each row execute function without_replay()`

test('calls that had no time are made again before a person is asked', async () => {
  await asOwner(server, 'drop trigger if exists without_time on change_part')
  await asOwner(server, withoutReplay)
  const { task, isMerged, verdict } = await run(request, files)
  expect(await stepsOf(task.id)).toEqual(['review-task', 'try-rest', 'review-task'])
  expect([isMerged, verdict!.outcome]).toEqual([true, 'proved'])
  expect(verdict!.probes.filter(({ name }) => name === 'replay')).toHaveLength(1)
})

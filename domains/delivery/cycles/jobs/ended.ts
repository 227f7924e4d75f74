import { releaseReservations } from '../../../../execution/models/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import type { EndContext, Failure, RunEnd } from '../../../../platform/jobs/index.ts'
import { forgetConfigsOf } from '../../../code/environments/index.ts'
import { forgetSkillsOf } from '../../../code/skills/index.ts'
import { forgetToolServersOf } from '../../../code/tool-servers/index.ts'
import { closeRequests } from '../../requests/index.ts'
import { isTerminal, moveTask, tasksOfCycle, type TaskFailure } from '../../tasks/index.ts'
import { moveCycle } from '../move.ts'
import { lockCycle } from '../store.ts'
import { tellStarter } from '../tell-starter.ts'

const stopped: TaskFailure = { message: 'The run was stopped.', code: 'stopped' }

/** Brings the cycle and its tasks to the end that their run came to, in the transaction that ends it. */
export const ended = async ({ run, tx, now }: EndContext, end: RunEnd): Promise<void> => {
  await releaseReservations(tx, run.id)
  await forgetConfigsOf(tx, run.id)
  await forgetSkillsOf(tx, run.id)
  await forgetToolServersOf(tx, run.id)
  const cycle = await lockCycle(tx, run.subjectId)
  if (cycle?.runNumber !== run.number || end.status === 'finished') return
  const failure = end.status === 'failed' ? failureOf(end.failure) : stopped
  await failTasks(tx, run, now, failure)
  await closeRequests(tx, run.id, now, { decision: failure.message })
  const isFailed = end.status === 'failed' && (await moveCycle(tx, cycle.id, 'fail', now, failure)) !== undefined
  if (isFailed) await tellStarter(tx, cycle, failure, now)
  // A failure may come while a stop is on its way: what was asked for is what it ends in.
  await moveCycle(tx, cycle.id, 'stopped', now)
}

const failTasks = async (tx: Transaction, run: EndContext['run'], now: Date, failure: TaskFailure) => {
  for (const task of await tasksOfCycle(tx, run.subjectId)) {
    if (task.runId === run.id && !isTerminal(task.status)) {
      await moveTask(tx, { id: task.id, runId: run.id }, 'failed', now, { failure })
    }
  }
}

const failureOf = ({ message, step, code, details }: Failure): TaskFailure => ({
  message,
  ...(step && { step }),
  ...(code && { code }),
  ...(typeof details?.log === 'string' && { log: details.log }),
  ...(details?.forAgency === true && { forAgency: true }),
})

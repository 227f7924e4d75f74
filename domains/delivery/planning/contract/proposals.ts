import { Type } from 'typebox'
import { conflict, operation, toAgencyWho, toThoseWho } from '../../../../platform/contract/index.ts'
import { Id, namedObject } from '../../../../platform/contract/schema.ts'
import { noRevision } from '../../../code/revisions/contract.ts'
import { CreateCycle, CycleProposed } from '../../cycles/contract/cycle.ts'
import { queueErrors } from '../../cycles/contract/run-errors.ts'

export const proposeCycle = operation({
  method: 'POST',
  path: '/v1/api/cycles',
  summary: 'Propose a cycle. It stays a draft until it is executed, or until its turn comes in a started project',
  reach: 'call',
  access: toThoseWho('steer', 'project', 'body.projectId'),
  body: CreateCycle,
  replies: { 202: CycleProposed },
  errors: queueErrors,
  audit: { action: 'cycle.propose', category: 'create', event: 'cycle.proposed' },
})

const GoBack = namedObject('GoBack', {
  cycleId: Type.Optional(
    Type.String({ ...Id, description: 'The cycle whose delivered change is undone, without any other field.' }),
  ),
  revisionId: Type.Optional(
    Type.String({
      ...Id,
      description: 'The revision whose files the project gets back. Needs `manage`; not for clients.',
    }),
  ),
  expectedRevisionId: Type.Optional(
    Type.String({
      ...Id,
      description:
        'With `revisionId`: the newest revision of the project, as the caller knows it. The undone changes begin there.',
    }),
  ),
})

export const goBack = operation({
  method: 'POST',
  path: '/v1/api/projects/{id}/go-back',
  summary:
    'Propose a cycle that undoes what another cycle delivered, or that brings the files back to an earlier revision. Git makes the change; checks and review judge it',
  reach: 'call',
  access: toThoseWho('steer', 'project', 'params.id'),
  body: GoBack,
  replies: { 202: CycleProposed },
  errors: {
    notDelivered: conflict({
      code: 'cycle_not_delivered',
      message: 'This cycle delivered nothing, so there is nothing to revert.',
    }),
    reverted: conflict({
      code: 'cycle_reverted',
      message:
        'Another cycle already reverts this cycle. Execute it, or delete it first. To restore the change, revert that cycle once it is delivered.',
    }),
    noRevision,
    headMoved: conflict({
      code: 'revision_moved',
      message: 'The project has a newer revision by now. Look at what would be undone, and try again from there.',
    }),
    newest: conflict({
      code: 'revision_is_newest',
      message: 'This is the newest revision of the project already. There is nothing to undo.',
    }),
    otherRepository: conflict({
      code: 'revision_of_other_repository',
      message:
        'This revision is in another repository than the project uses now. Make that the primary repository first.',
    }),
    restoring: conflict({
      code: 'revision_restoring',
      message: 'Another cycle goes back to this revision already. Execute it, or delete it first.',
    }),
  },
  audit: { action: 'cycle.revert', category: 'create', event: 'cycle.proposed' },
})

export const keepExaminerTests = operation({
  method: 'POST',
  path: '/v1/api/tasks/{id}/examiner-tests/keep',
  summary:
    'Propose a cycle that adds the passing tests of the examiner of a delivered task to the project. Git makes the change; checks and review judge it',
  reach: { page: '/projects', fields: ['acceptance'] },
  access: toAgencyWho('steer', 'task', 'params.id'),
  body: namedObject('KeepTests', {
    acceptance: Type.Optional(
      Type.Boolean({
        description: 'Whether the acceptance tests of the cycle are added as well, which only a person chooses.',
      }),
    ),
  }),
  replies: { 202: CycleProposed },
  errors: {
    notDelivered: conflict({
      code: 'task_not_delivered',
      message: 'The change of this task is not delivered yet. Its tests can be kept once the cycle is completed.',
    }),
    noTests: conflict({
      code: 'no_examiner_tests',
      message:
        'The review of this task has no file of examiner tests that all pass, so there is nothing to keep. Acceptance tests are added if you choose so.',
    }),
    kept: conflict({
      code: 'examiner_tests_kept',
      message: 'Another cycle already adds these tests. Execute it, or delete it first.',
    }),
  },
  audit: { action: 'task.keep_tests', category: 'create', event: 'cycle.proposed' },
  touches: ['cycle', 'task'],
})

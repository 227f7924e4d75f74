import { Type } from 'typebox'
import { contract, operation, toThoseWho } from '../../../platform/contract/index.ts'
import { CommitSha, Id, maybe, oneOf, namedObject } from '../../../platform/contract/schema.ts'
import { rounds } from '../../agents/agents/contract.ts'
import { CheckRerun, TaskCheck } from '../checks/contract.ts'
import { changedPathFields, pathFields, unreachable } from '../repository-reads/contract/asking.ts'
import {
  Acceptance,
  Examination,
  TaskAgent,
  UsedEnvironments,
  UsedSkills,
  UsedToolServers,
  VerdictOutcome,
} from '../tasks/contract.ts'
import { ChangeAccount, ModelReview, ProbeResult, ProvingTest } from '../tasks/contract/verdict.ts'
import { testAuthors } from '../tasks/rules.ts'
import { AgentTrace } from './contract/agent-trace.ts'

const ChangedFile = namedObject('ChangedFile', {
  ...changedPathFields,
  kind: oneOf(['added', 'modified', 'deleted', 'renamed', 'type_changed']),
  additions: maybe(Type.Integer()),
  deletions: maybe(Type.Integer()),
  binary: Type.Boolean(),
})

const ArchivedFile = namedObject('ArchivedFile', {
  ...pathFields,
  mode: Type.String({ examples: ['100644'], description: 'As git has it: 100644, 100755 or 120000 (a link)' }),
  sizeBytes: maybe(Type.Integer()),
  content: maybe(Type.String({ description: 'Its text; null for a binary file, and for what does not fit' })),
  binary: Type.Boolean(),
})

const Archive = namedObject('DeliveredArchive', {
  commitSha: CommitSha,
  files: Type.Array(ArchivedFile),
  truncated: Type.Boolean({ description: 'More files, or contents, than fit' }),
})

const versions = (description: string) => Type.Array(Type.String(), { description, examples: [['1.2.3']] })

const PackageChange = namedObject('PackageChange', {
  file: Type.String({ description: 'The lock file', examples: ['package-lock.json'] }),
  name: Type.String({ examples: ['express'] }),
  kind: oneOf(['added', 'removed', 'changed']),
  before: versions('Versions before the change; none if it is added'),
  after: versions('Versions after it; none if it is removed'),
})

const ChangedPackages = namedObject('ChangedPackages', {
  changes: Type.Array(PackageChange),
  truncated: Type.Boolean({ description: 'There are more than are listed' }),
})

export const ReviewFinding = namedObject('ReviewFinding', {
  kind: Type.String({ examples: ['test_skipped'], description: 'What kind of finding it is' }),
  level: oneOf(['refuse', 'ask', 'note'], {
    description: 'refuse: the change goes back to the agent. ask: a person decides. note: shown, and no more.',
  }),
  path: Type.String({ examples: ['src/sum.test.js'], description: 'The file that it is about' }),
  line: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The line in that file; in the base version if the reason is about it' }),
  ),
  test: Type.Optional(
    Type.String({ examples: ['adds'], description: 'The test in question, if the finding is about a test' }),
  ),
  reason: Type.String({ description: 'The finding, in a sentence' }),
  unshown: Type.Boolean({
    description:
      'Whether it is about what no test shows: with the level `ask`, a person is asked about it under every policy',
  }),
})

const TaskRound = namedObject('TaskRound', {
  round: oneOf(rounds, { description: 'Which round of the pipeline it was' }),
  outcome: oneOf(['changed', 'unchanged', 'unfinished', 'skipped'], {
    description: 'unfinished: it ended at a limit, or stopped early. skipped: it did not begin.',
  }),
  agent: maybe(TaskAgent),
  reason: Type.Optional(Type.String({ description: 'Why it did not begin or finish' })),
})

export const TaskReviewEvidence = namedObject('TaskReviewEvidence', {
  taskId: Id,
  source: oneOf(['native-repos', 'codehost', 'archive']),
  branch: Type.String(),
  baseSha: CommitSha,
  headSha: CommitSha,
  files: Type.Array(ChangedFile),
  filesTruncated: Type.Boolean(),
  patch: maybe(Type.String({ description: 'Null where source is archive, and for clients' })),
  patchTruncated: Type.Boolean(),
  archive: maybe(Archive),
  packages: ChangedPackages,
  environments: UsedEnvironments,
  skills: UsedSkills,
  toolServers: UsedToolServers,
  checks: Type.Array(TaskCheck),
  checkReruns: Type.Array(CheckRerun),
  carriedOutBy: maybe(TaskAgent),
  rounds: Type.Array(TaskRound, {
    description: 'What became of the rounds of its pipeline after that; none for clients',
  }),
  verdict: maybe(
    namedObject('ReviewVerdict', {
      approved: Type.Boolean(),
      outcome: VerdictOutcome,
      provedBy: Type.Array(Type.String()),
      reasons: Type.Array(Type.String()),
      findings: Type.Array(ReviewFinding, {
        description: 'How the change weakens what would prove it, the gravest first',
      }),
      reproduced: Type.Array(
        namedObject('ReproducedTest', {
          ...ProvingTest.properties,
          by: Type.Optional(
            oneOf(testAuthors, {
              description:
                'The author of the test: the base had it before the request was made, a person added it for acceptance, the examiner wrote it, or it is the change’s own. Only the first three prove a change. Left out in verdicts of an earlier version',
            }),
          ),
        }),
        { description: 'Tests that fail without the change and pass with it' },
      ),
      untestedValues: Type.Array(Type.String(), {
        description:
          'Numbers, quoted texts and names of errors of the request that no test of the change has, no acceptance test, and no test of the base that was read, and sentences about limits whose words no test has. They decide nothing; none for clients',
      }),
      account: maybe(ChangeAccount, {
        description: 'The account of each part of the change; null if the parts were not looked at, and for clients',
      }),
      probes: Type.Array(ProbeResult, {
        description: 'What became of each probe: a run in fresh files that looks for code which deceives the tests',
      }),
      examination: maybe(Examination, {
        description: 'The results of tests that a model wrote without seeing the change; null if the policy is `off`',
      }),
      acceptance: maybe(Acceptance, {
        description: 'The results of the cycle’s acceptance tests; null without any, and for clients',
      }),
      modelReview: maybe(ModelReview),
    }),
  ),
  trace: maybe(AgentTrace, {
    description:
      'Which agent wrote which lines, as a record of the draft Agent Trace 0.1.0, with the account of each range; null for clients',
  }),
  testsKeptByCycleId: maybe(Id, {
    description:
      'The cycle that adds the tests of `verdict.examination` to the project; null without one, and for clients',
  }),
})

export const getTaskReviewEvidence = operation({
  method: 'GET',
  path: '/v1/api/tasks/{id}/review',
  summary: 'Read a task’s review evidence: the change since the branch point, and the checks on both sides',
  reach: 'call',
  access: { ...toThoseWho('view', 'task', 'params.id'), task: true },
  effect: 'outside',
  replies: { 200: TaskReviewEvidence },
  errors: {
    noEvidence: {
      status: 404,
      code: 'no_evidence',
      message:
        'This task has no evidence: it has no branch yet, its branch point was not recorded, or its commits were deleted.',
    },
    hostUnreachable: unreachable,
  },
  audit: { refusals: 'task.review' },
  reads: { task: 'taskId' },
})

export const review = contract({ getTaskReviewEvidence })

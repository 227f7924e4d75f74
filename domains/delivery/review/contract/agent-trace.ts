import { Type } from 'typebox'
import { CommitSha, Id, namedObject, oneOf, Time } from '../../../../platform/contract/schema.ts'
import { ProvingTest } from '../../tasks/contract/verdict.ts'

const line = (description: string) => Type.Integer({ minimum: 1, description })
const lines = { start_line: line('Its first line after the change'), end_line: line('Its last line') }
const url = (description: string) =>
  Type.String({
    format: 'uri',
    description,
    examples: ['https://atelier.example.com/console/projects/019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'],
  })

const TraceContributor = Type.Object(
  {
    type: oneOf(['ai', 'unknown'], {
      description: 'unknown: no agent made the change, as when git reverted another change',
    }),
    model_id: Type.Optional(
      Type.String({
        maxLength: 250,
        examples: ['openai/gpt-5'],
        description: 'The model, as the agent names it; left out where rounds of several models changed the files',
      }),
    ),
  },
  { additionalProperties: false, description: 'Who wrote the lines' },
)

const TraceFile = namedObject('TraceFile', {
  path: Type.String({ examples: ['src/sum.js'] }),
  conversations: Type.Array(
    namedObject('TraceConversation', {
      url: url('The cycle with the conversation'),
      contributor: TraceContributor,
      ranges: Type.Array(namedObject('TraceRange', lines), { description: 'The lines that it added' }),
      related: Type.Array(
        namedObject('TraceResource', {
          type: Type.String({ examples: ['review'], description: 'The type of the related resource' }),
          url: url('Its page'),
        }),
        { description: 'The review of the change' },
      ),
    }),
    { description: 'The conversation that the lines come from' },
  ),
})

const TraceAccount = namedObject('TraceAccount', {
  path: Type.String({ examples: ['src/sum.js'] }),
  ...lines,
  kind: Type.String({ examples: ['added'], description: 'The kind of change at these lines' }),
  account: Type.String({ examples: ['needed'], description: 'The account of the part that these lines belong to' }),
  reason: Type.Optional(Type.String({ examples: ['not_noticed'], description: 'Why nothing accounts for it' })),
  tests: Type.Optional(
    Type.Array(ProvingTest, {
      description:
        'The tests that prove the change, of the run that fails without these lines; else the files of that run, or its check',
    }),
  ),
})

/** A record of the draft Agent Trace 0.1.0, whose schema names a version by two numbers. */
export const AgentTrace = namedObject('AgentTrace', {
  version: oneOf(['0.1'], { description: 'The version of Agent Trace' }),
  id: Type.String({ ...Id, description: 'Of this record: another head of the task has another record' }),
  timestamp: Type.Unsafe<Date>({ ...Time, description: 'When the task was last changed' }),
  vcs: Type.Object(
    {
      type: oneOf(['git'], { description: 'The version control' }),
      revision: Type.String({ ...CommitSha, description: 'The commit that the lines are counted in' }),
    },
    { additionalProperties: false, description: 'Where the lines are' },
  ),
  tool: namedObject('TraceTool', {
    name: Type.String({ examples: ['atelier'] }),
    version: Type.String({ examples: ['0.4.0'] }),
  }),
  files: Type.Array(TraceFile),
  metadata: namedObject('TraceMetadata', {
    atelier: Type.Object(
      {
        taskId: Id,
        cycleId: Id,
        runId: Id,
        baseSha: CommitSha,
        agents: Type.Array(
          namedObject('TraceAgent', {
            name: Type.String({ examples: ['Coder'] }),
            harness: Type.String({ examples: ['native'], description: 'The program that drove the model' }),
            model: Type.String({ examples: ['gpt-5'], description: 'The model that it worked with' }),
          }),
          { description: 'The agents whose rounds changed the files, in order' },
        ),
        accounts: Type.Array(TraceAccount, { description: 'The account of each range that has one' }),
        tests: Type.Object(
          {
            needed: Type.Array(ProvingTest, { description: 'Tests that the author of the change did not write' }),
            own: Type.Array(ProvingTest, { description: 'Tests that came with the change' }),
          },
          {
            additionalProperties: false,
            description: 'The tests that fail without the change and pass with it, by the account that they give',
          },
        ),
        truncated: Type.Boolean({ description: 'Whether there are more ranges than are listed' }),
      },
      { additionalProperties: false, description: 'The task, and what accounts for its change' },
    ),
  }),
})

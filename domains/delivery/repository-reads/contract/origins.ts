import { Type } from 'typebox'
import { CommitSha, Id, maybe, namedObject } from '../../../../platform/contract/schema.ts'

const tests = (description: string) => Type.Array(Type.String({ examples: ['adds'] }), { description })

const OriginTask = namedObject('OriginTask', {
  taskId: Id,
  cycleId: Id,
  cycleTitle: maybe(Type.String({ description: 'The title of its cycle', examples: ['Show the opening hours'] })),
  agent: maybe(Type.String({ description: 'The agent that wrote it; null where git did', examples: ['Coder'] })),
  model: maybe(Type.String({ description: 'The model that it worked with', examples: ['gpt-5'] })),
  needed: tests('Tests that fail without the change and pass with it, which its author did not write'),
  own: tests('Such tests that came with the change'),
})

const LineOrigin = namedObject('LineOrigin', {
  line: Type.Integer({ minimum: 1, description: 'The first of these lines' }),
  endLine: Type.Integer({ minimum: 1, description: 'The last of them' }),
  commitSha: Type.String({ ...CommitSha, description: 'The commit that brought them' }),
  author: Type.String({ description: 'The author in that commit', examples: ['Ada Lovelace'] }),
  taskId: maybe(Type.String({ ...Id, description: 'The task that changed them; null without a task' })),
  account: maybe(Type.String({ description: 'Why they exist; null if it is not known', examples: ['needed'] })),
  tests: tests('Up to 5 tests or test files of the run that fails without them, if it is known'),
})

export const FileOrigins = namedObject('FileOrigins', {
  tasks: Type.Array(OriginTask, { description: 'The tasks that lines name' }),
  lines: Type.Array(LineOrigin, { description: 'Which commit brought which lines, in their order' }),
})

export const origins = Type.Optional(
  Type.Boolean({ description: 'Whether the answer has the origin of each line; not beside `taskId`' }),
)

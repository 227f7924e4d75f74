import type { getProject, updateProject } from '../../../../domains/code/projects/contract.ts'
import type { Input, Reply } from '../../../../platform/client/index.ts'

type Runtime = NonNullable<NonNullable<Input<typeof updateProject>['body']>['runtime']>

/** The runtime of a project, which only requests describe in detail. */
export const runtimeOf = ({ runtime }: Pick<Reply<typeof getProject>['project'], 'runtime'>) =>
  (runtime ?? {}) as Runtime

import type { Engine } from '../../../platform/jobs/index.ts'
import { domain } from '../../domain.ts'
import type { CycleParts } from '../workbench/index.ts'
import { planning } from './contract.ts'
import { stopProjectWork } from './dispatch.ts'
import { purgeIntake } from './intake/store.ts'
import { intakeWorkflow } from './intake/workflow.ts'
import { endProjectRun } from './project-run/end.ts'
import { resumeProjectRun } from './project-run/resume.ts'
import { projectWorkflow } from './project-run/advance.ts'
import routes from './handlers.ts'

export default domain({
  name: 'planning',
  contract: planning,
  handlers: routes,
  workflows: (parts: CycleParts) => [projectWorkflow(parts), intakeWorkflow(parts)],
  project: ({ engine }: { readonly engine: Engine }) => ({
    end: (tx, id) => stopProjectWork(engine, tx, id),
    archive: (tx, id) => endProjectRun(engine, tx, id),
    change: (tx, id) => resumeProjectRun(engine, tx, id),
    purge: purgeIntake,
  }),
})

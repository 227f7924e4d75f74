import type { ObjectStore } from '../../../platform/storage/index.ts'
import { domain } from '../../domain.ts'
import type { CycleParts } from '../workbench/index.ts'
import { dropOldSetups, setupsOf } from '../../../execution/packages/index.ts'
import { runs } from './contract.ts'
import { checkWorkflow } from './rerun-check.ts'
import handlers from './handlers.ts'
import { dropOldManifests } from './steps/prepare-delivery.ts'
import { cycleWorkflow, taskWorkflow } from './workflow.ts'

export default domain({
  name: 'runs',
  contract: runs,
  handlers,
  workflows: (parts: CycleParts) => [cycleWorkflow(parts), taskWorkflow(parts), checkWorkflow(parts)],
  schedules: ({ objects }: { readonly objects: ObjectStore }) => [
    { name: 'old-setups', everySeconds: 3_600, work: () => dropOldSetups(objects) },
    { name: 'old-manifests', everySeconds: 3_600, work: () => dropOldManifests(objects) },
  ],
  project: () => ({ filesOf: (id) => [setupsOf(id)] }),
  jobActions: ['cycle.deliver', 'task.merge', 'run.commit', 'secret.use'],
})

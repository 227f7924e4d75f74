import type { Database } from '../../../platform/db/database.ts'
import { domain } from '../../domain.ts'
import type { InstanceCaps } from '../../code/projects/index.ts'
import { applyProjectCap } from './apply-project-cap.ts'
import { sweepCalls } from './sweep-calls.ts'

export default domain({
  name: 'spending',
  project: ({ caps }: { readonly caps: InstanceCaps }) => ({
    changeCap: (tx, id) => applyProjectCap(tx, caps, id),
  }),
  schedules: ({ database }: { readonly database: Database }) => [
    { name: 'model-calls', everySeconds: 300, work: () => sweepCalls(database) },
  ],
})

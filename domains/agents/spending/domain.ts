import type { Database } from '../../../platform/db/database.ts'
import { domain } from '../../domain.ts'
import type { InstanceCaps } from '../../code/projects/rules/caps.ts'
import { applyProjectCap } from './apply-project-cap.ts'
import { sweepCalls } from './sweep-calls.ts'

/** Caps on the cost of model calls, and the calls that count against them. */
export default domain({
  name: 'spending',
  project: ({ caps }: { readonly caps: InstanceCaps }) => ({
    changeCap: (tx, id) => applyProjectCap(tx, caps, id),
  }),
  // A call whose process died before it was settled is settled at its worst case.
  schedules: ({ database }: { readonly database: Database }) => [
    { name: 'model-calls', everySeconds: 300, work: () => sweepCalls(database) },
  ],
})

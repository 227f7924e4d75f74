import { type AfterRowOfPerson, pagesOfPerson } from '../../../platform/db/page.ts'
import { statement } from '../../../platform/db/statement.ts'

type Decision = {
  readonly id: string
  readonly projectId: string
  readonly cycleId: string
  readonly status: string
  readonly decidedAt: Date | null
}

const page = statement<AfterRowOfPerson, Decision>(
  'request.of-person',
  `select id, project_id as "projectId", cycle_id as "cycleId", status, decided_at as "decidedAt" from pending_request
   where decided_by = :userId and (:at::timestamptz is null or (decided_at, id) > (:at, :id))
   order by decided_at, id limit :rows`,
)
/** A person's decisions, oldest first, after the last row of the page before. */
export const decisionsOf = pagesOfPerson(page, 'decidedAt')

/** Removes the decider's name; the id then leads to no person any more. */
export const clearDeciderName = statement<{ userId: string }>(
  'request.forget-person',
  'update pending_request set decider_name = null where decided_by = :userId and decider_name is not null',
)
